// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Removes the option -options_file and its argument from the command-line arguments passed to
/// PETSc. PETSc itself would hang if such a file does not exist.
/// @param files  receives the names of the files; an empty name if the argument is missing
/// @return the remaining arguments
std::vector<std::string> extractOptionFiles(const std::vector<std::string>& words, std::vector<std::string>& files);

/// Returns the arguments in the environment variable PETSC_OPTIONS.
std::vector<std::string> petscOptionsFromEnvironment();

/// Returns the message about a PETSc that does not start.
/// @param text      text of PETSc's error code; may be null or empty
/// @param specific  text about this error; may be null or empty
std::string describeStartFailure(const char* text, const char* specific);

/// Initialises MPI and PETSc, and finalises them on destruction. One object is created in main()
/// before any other object of tenon.
class Runtime {
 public:
  /// Starts MPI and PETSc. Afterwards MPI returns its errors, and PETSc and HDF5 print none: the
  /// checks of tenon report them.
  ///
  /// The options in PETSC_OPTIONS are also used. A file .petscrc is ignored. Files named by
  /// -options_file are read by solver::SolverOptions.
  /// @param petsc_options  command-line arguments for PETSc, such as "-ksp_monitor"
  /// @throws InputError if PETSc does not start with these options
  explicit Runtime(const std::vector<std::string>& petsc_options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
};

/// Makes the Runtime that is created next start MPI with support for several threads that
/// communicate (MPI_THREAD_MULTIPLE). Without effect if MPI does not support this, or has been
/// started.
void requestThreads();

/// Runs the program and returns its exit code. The root prints an error that all ranks have in
/// common once. If only some ranks fail, the lowest of them prints its error and aborts all ranks
/// with its exit code.
int runProgram(const std::function<void()>& program);

/// Prints "tenon: error: <sentence>" on standard error, as every failed run does. At most the first
/// hundred lines of a long text are printed.
void printError(const std::string& sentence);

/// Opens standard input, output and error if the program was started without them. Otherwise a file
/// opened later would obtain their descriptor and receive the messages. Writing to an output opened
/// here fails.
void ensureStandardStreams();

/// Checks at the end of a command that its output has been written to standard output.
/// @throws FileError if a write has failed
/// @note Collective.
void requireStandardOutput(const Communicator& comm);

/// Returns the peak resident memory of this rank, in MiB.
double peakMemoryMiB();

/// Resets the peak that peakMemoryMiB() returns, for measuring one phase. Only effective on Linux.
void resetPeakMemory();

/// Makes malloc return freed memory to the operating system, which takes milliseconds. Called
/// between two phases with large temporary memory, whose peak would otherwise be the sum of both.
void releaseFreedMemory();

}  // namespace tenon::base
