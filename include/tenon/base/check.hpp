#pragma once
#include <string>

#include "tenon/base/Error.hpp"

// One throwing check around every call of PETSc, MPI and HDF5:
//   TENON_PETSC(VecNorm(x, NORM_2, &norm));
//   TENON_MPI(MPI_Barrier(comm));
//   hid_t file = TENON_HDF5(H5Fopen(...));     (gives the value back)
// They are macros only because the text of the failed call belongs into the message. No header of these libraries comes
// with them: who calls a library includes it.
namespace tenon::base {

/// Throws InternalError when a PETSc call failed; `call` and `where` go into the message.
void checkPetsc(int code, const char* call, const char* where);

/// Throws InternalError when an MPI call failed.
void checkMpi(int code, const char* call, const char* where);

/// Throws FileError with HDF5's own innermost reason when `result` is negative.
void checkHdf5(long long result, const char* call, const char* where);

template <class Result>
Result hdf5Value(Result result, const char* call, const char* where) {
  checkHdf5(static_cast<long long>(result), call, where);
  return result;
}

/// For what can only be tenon's own mistake: throws InternalError(sentence) unless `condition` holds.
void ensure(bool condition, const std::string& sentence);

}  // namespace tenon::base

#define TENON_STRINGIFY_(x) #x
#define TENON_STRINGIFY(x) TENON_STRINGIFY_(x)
#define TENON_WHERE __FILE__ ":" TENON_STRINGIFY(__LINE__)
#define TENON_PETSC(call) ::tenon::base::checkPetsc((call), #call, TENON_WHERE)
#define TENON_MPI(call) ::tenon::base::checkMpi((call), #call, TENON_WHERE)
#define TENON_HDF5(call) ::tenon::base::hdf5Value((call), #call, TENON_WHERE)
