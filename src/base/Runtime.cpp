#include "tenon/base/Runtime.hpp"

#include <hdf5.h>
#include <malloc.h>
#include <petscsys.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <new>
#include <thread>

#include "failures.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

MPI_Comm comm_of_failures = MPI_COMM_NULL;

}  // namespace

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
  TENON_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm_of_failures));
  TENON_HDF5(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));
}

Runtime::~Runtime() {
  MPI_Comm_free(&comm_of_failures);
  // Unused options are reported by tenon, in a sentence and before the end: no second list from PETSc unless asked for.
  PetscBool asked = PETSC_FALSE;
  PetscOptionsHasName(nullptr, nullptr, "-options_left", &asked);
  if (asked == PETSC_FALSE) PetscOptionsSetValue(nullptr, "-options_left", "false");
  PetscFinalize();
}

namespace {

constexpr double patience = 2.0;  // seconds; ranks that fail alike do so within milliseconds

int report(const std::string& sentence, ExitCode code, bool on_all_ranks) {
  int initialised = 0;
  MPI_Initialized(&initialised);
  Failures failures{true, true};
  if (on_all_ranks)
    failures.is_first = Communicator::world().isRoot();
  else if (initialised != 0 && comm_of_failures != MPI_COMM_NULL)
    failures = gatherFailures(comm_of_failures, patience);
  if (failures.is_first) printError(sentence);
  if (failures.on_all_ranks) return static_cast<int>(code);
  // The first of the failed ranks has the word; MPI_Abort ends this one too.
  if (!failures.is_first) std::this_thread::sleep_for(std::chrono::duration<double>(patience));
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  return static_cast<int>(code);
}

}  // namespace

void printError(const std::string& sentence) {
  std::fflush(stdout);
  std::fprintf(stderr, "tenon: error: %s\n", sentence.c_str());
  std::fflush(stderr);
}

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

void forgetPeakMemory() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

void returnFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace tenon::base
