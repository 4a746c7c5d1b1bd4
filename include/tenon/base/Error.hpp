// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <stdexcept>
#include <string>

namespace tenon::base {

/// Exit code of the program, one for each kind of failure.
enum class ExitCode {
  ok = 0,            ///< The program has succeeded.
  input = 2,         ///< InputError.
  notConverged = 3,  ///< NotConvergedError.
  files = 4,         ///< FileError.
  internal = 5       ///< InternalError.
};

/// Base class of all exceptions of tenon. The message consists of complete sentences.
class Error : public std::runtime_error {
 public:
  /// Creates an error.
  /// @param code      exit code that the error causes
  /// @param sentence  message: place, problem and remedy in complete sentences
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}

  /// Exit code that this error causes.
  ExitCode code() const { return code_; }

  /// True if all ranks throw this error: one rank prints it, and all ranks terminate normally.
  /// False if the error may be local to this rank, so that the other ranks must be aborted.
  bool isOnAllRanks() const { return on_all_ranks_; }
  /// Marks the error as thrown by all ranks.
  void markOnAllRanks() { on_all_ranks_ = true; }

 private:
  ExitCode code_;
  bool on_all_ranks_ = false;
};

/// An error in the input that the user can correct, such as an unknown key, a missing group or a
/// damaged mesh.
class InputError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit InputError(const std::string& sentence) : Error(ExitCode::input, sentence) {}
};

/// A solver that stopped before it reached its tolerance.
class NotConvergedError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit NotConvergedError(const std::string& sentence) : Error(ExitCode::notConverged, sentence) {}
};

/// A file that cannot be read or written.
class FileError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit FileError(const std::string& sentence) : Error(ExitCode::files, sentence) {}
};

/// A bug in tenon, or a failure of a library.
class InternalError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit InternalError(const std::string& sentence) : Error(ExitCode::internal, sentence) {}
};

}  // namespace tenon::base
