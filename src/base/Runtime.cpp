#include "tenon/base/Runtime.hpp"

#include <hdf5.h>
#include <malloc.h>
#include <petscsys.h>
#include <sys/resource.h>

#include <cstdio>
#include <exception>
#include <new>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {

Runtime::Runtime(const std::vector<std::string>& petsc_options) {
  std::vector<std::string> words{"tenon"};
  words.insert(words.end(), petsc_options.begin(), petsc_options.end());
  // PETSc keeps the pointers until PetscFinalize: the words live as long as the program.
  static std::vector<std::string> kept;
  static std::vector<char*> pointers;
  kept = std::move(words);
  pointers.clear();
  for (auto& word : kept) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(kept.size());
  char** arguments = pointers.data();
  checkPetsc(PetscInitialize(&count, &arguments, nullptr, nullptr), "PetscInitialize", TENON_WHERE);
  TENON_PETSC(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
  TENON_PETSC(PetscPopSignalHandler());
  TENON_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  TENON_HDF5(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));
}

Runtime::~Runtime() {
  PetscFinalize();
}

namespace {

int report(const char* sentence, ExitCode code, bool on_all_ranks) {
  const Communicator world = Communicator::world();
  const bool speaks = !on_all_ranks || world.isRoot();
  if (speaks) {
    std::fflush(stdout);
    std::fprintf(stderr, "tenon: error: %s\n", sentence);
    std::fflush(stderr);
  }
  if (!on_all_ranks && world.size() > 1) MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  return static_cast<int>(code);
}

}  // namespace

int runProgram(const std::function<void()>& program) {
  try {
    program();
    return static_cast<int>(ExitCode::ok);
  } catch (const Error& error) {
    return report(error.what(), error.code(), error.onAllRanks());
  } catch (const std::bad_alloc&) {
    return report("this rank ran out of memory: use more ranks or a smaller mesh.", ExitCode::internal, false);
  } catch (const std::exception& error) {
    return report(error.what(), ExitCode::internal, false);
  }
}

double peakMemoryMiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void returnFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace tenon::base
