#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// The words for PETSc without the files of options that they name (-options_file a), which go to `files`; an empty
/// name where none follows. PETSc would wait for ever for one that is not there.
std::vector<std::string> takeOptionFiles(const std::vector<std::string>& words, std::vector<std::string>& files);

/// The words of the environment's PETSC_OPTIONS.
std::vector<std::string> petscWordsOfEnvironment();

/// MPI and PETSc from start to end of the program. Make one in main() before anything else of tenon.
class Runtime {
 public:
  /// `petsc_options`: the command line's words for PETSc ("-ksp_monitor", ...); PETSC_OPTIONS is read as well. A
  /// .petscrc is not; the files that -options_file names are read by solver::SolverOptions. MPI returns its errors,
  /// PETSc and HDF5 print nothing: tenon's checks say it in one sentence.
  explicit Runtime(const std::vector<std::string>& petsc_options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
};

/// Runs the program proper and gives its exit code. An error that all ranks share is printed once, by the root; of
/// errors that only some ranks have, the lowest of these ranks prints its own and stops all with its exit code.
int runProgram(const std::function<void()>& program);

/// "tenon: error: <sentence>" on standard error: how every failed run ends. Of a text of many lines the first hundred.
void printError(const std::string& sentence);

/// Opens standard input, output and error where the program was started without them: else a file that is opened later
/// would take their place and get the messages. What is written to such an output fails.
void keepStandardStreams();

/// FileError if something could not be written to standard output. For the end of a command. Collective.
void requireStandardOutput(const Communicator& comm);

/// Highest resident memory this rank has had, in MiB.
double peakMemoryMiB();

/// Lets peakMemoryMiB() count from now on, where the system can (Linux): for the peak of one phase.
void forgetPeakMemory();

/// Gives freed memory back to the system, which malloc else keeps for later. For the end of a phase that has just
/// dropped much temporary memory before the next one takes much: else the peak is the sum of both. Costs milliseconds.
void returnFreedMemory();

}  // namespace tenon::base
