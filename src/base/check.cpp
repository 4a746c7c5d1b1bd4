// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/check.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <mpi.h>
#include <petscsys.h>

#include "failures.hpp"

namespace tenon::base {
namespace {

// Shortens a path for messages, so that it begins at the module and does not depend on the machine
// of the build.
std::string shortPath(const std::string& where) {
  const auto src = where.rfind("/src/");
  const auto include = where.rfind("/include/");
  if (src != std::string::npos) return where.substr(src + 1);
  if (include != std::string::npos) return where.substr(include + 1);
  return where;
}

// Keeps the first description: HDF5 walks its error stack from the innermost call outwards, and
// this call is the cause.
herr_t keepFirst(unsigned depth, const H5E_error2_t* error, void* text) {
  if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

constexpr const char* mumps_out_of_memory =
    "There is not enough memory to solve with the factors of MUMPS (INFOG(1) = -13): use more ranks on more machines, "
    "or an iterative preset.";

/// Returns true if the solve phase of MUMPS had not enough memory, which is not a defect and
/// therefore no InternalError. The reason is MUMPS's message as passed on by PETSc, or the text
/// that a callback of tenon derives from it.
bool isMumpsOutOfMemory(const std::string& reason) {
  return reason.find("MUMPS in solve phase: INFOG(1)=-13") != std::string::npos ||
         reason.find(mumps_out_of_memory) != std::string::npos;
}

/// Returns true if PETSc could not open, read or write a file, which an option has named.
bool isFileError(int code) {
  return code == PETSC_ERR_FILE_OPEN || code == PETSC_ERR_FILE_READ || code == PETSC_ERR_FILE_WRITE ||
         code == PETSC_ERR_FILE_UNEXPECTED;
}

/// Reports a failed access to a file. PETSc writes a file on one rank only, and the other ranks
/// wait inside PETSc without being notified of the failure.
[[noreturn]] void throwFileError(const std::string& sentence) {
  abortUnlessOnAllRanks(sentence, ExitCode::files);
  throw FileError(sentence);
}

}  // namespace

void checkPetsc(int code, const char* call, const char* where) {
  if (code == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(static_cast<PetscErrorCode>(code), &text, &specific);
  std::string reason = text != nullptr ? text : "unknown error";
  if (specific != nullptr && specific[0] != '\0') reason += std::string(": ") + specific;
  if (isMumpsOutOfMemory(reason)) throw NotConvergedError(mumps_out_of_memory);
  if (isFileError(code)) throwFileError(fmt::format("PETSc failed in {} ({}): {}.", call, shortPath(where), reason));
  throw InternalError(fmt::format("PETSc failed in {} ({}): {}.", call, shortPath(where), reason));
}

void checkMpi(int code, const char* call, const char* where) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw InternalError(fmt::format("MPI failed in {} ({}): {}.", call, shortPath(where), text));
}

void checkHdf5(long long result, const char* call, const char* where) {
  if (result >= 0) return;
  std::string reason = "no reason given";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keepFirst, &reason);
  H5Eclear2(H5E_DEFAULT);
  throw FileError(fmt::format("HDF5 failed in {} ({}): {}.", call, shortPath(where), reason));
}

void ensure(bool condition, const std::string& sentence) {
  if (!condition) throw InternalError(sentence);
}

}  // namespace tenon::base
