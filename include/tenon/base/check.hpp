// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Error.hpp"

// Macros that check every call to PETSc, MPI and HDF5 and throw an exception on failure:
//   TENON_PETSC(VecNorm(x, NORM_2, &norm));
//   TENON_MPI(MPI_Barrier(comm));
//   hid_t file = TENON_HDF5(H5Fopen(...));     (returns the value)
// They are macros because the message of a failure contains the text of the call. This header does
// not include headers of these libraries; a source file that calls a library includes them itself.
namespace tenon::base {

/// Checks the error code of a PETSc call.
/// @param code   error code that the call returned
/// @param call   text of the call, for the message
/// @param where  file and line of the call, for the message
/// @throws NotConvergedError if MUMPS runs out of memory in its solve phase
/// @throws FileError on all ranks if a file cannot be opened, read or written. If only some ranks
///   fail, the program is aborted instead, because the other ranks may be waiting inside PETSc.
/// @throws InternalError for all other errors
void checkPetsc(int code, const char* call, const char* where);

/// Checks the error code of an MPI call.
/// @param code   error code that the call returned
/// @param call   text of the call, for the message
/// @param where  file and line of the call, for the message
/// @throws InternalError if the call failed
void checkMpi(int code, const char* call, const char* where);

/// Checks the result of an HDF5 call.
/// @param result  value that the call returned; negative if the call failed
/// @param call    text of the call, for the message
/// @param where   file and line of the call, for the message
/// @throws FileError if `result` is negative; the message contains the innermost error of HDF5
void checkHdf5(long long result, const char* call, const char* where);

/// Returns the result of an HDF5 call after checking it.
/// @throws FileError if `result` is negative
/// @see checkHdf5()
template <class Result>
Result hdf5Value(Result result, const char* call, const char* where) {
  checkHdf5(static_cast<long long>(result), call, where);
  return result;
}

/// Checks a condition that can be violated only by a bug in tenon.
/// @throws InternalError with the message `sentence` if `condition` is false
void ensure(bool condition, const std::string& sentence);

}  // namespace tenon::base

/// Converts a token to a string literal; used by TENON_STRINGIFY.
#define TENON_STRINGIFY_(x) #x
/// Converts the value of a macro to a string literal.
#define TENON_STRINGIFY(x) TENON_STRINGIFY_(x)
/// Source file and line of the place where the macro is used.
#define TENON_WHERE __FILE__ ":" TENON_STRINGIFY(__LINE__)
/// Checks a PETSc call. @see checkPetsc()
#define TENON_PETSC(call) ::tenon::base::checkPetsc((call), #call, TENON_WHERE)
/// Checks an MPI call. @see checkMpi()
#define TENON_MPI(call) ::tenon::base::checkMpi((call), #call, TENON_WHERE)
/// Checks an HDF5 call and returns its result. @see checkHdf5()
#define TENON_HDF5(call) ::tenon::base::hdf5Value((call), #call, TENON_WHERE)
