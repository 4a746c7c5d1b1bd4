// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tenon::base {

/// Exit codes of the program, one for each kind of failure.
enum class ExitCode {
  ok = 0,            ///< The program succeeded.
  input = 2,         ///< The program ended with an InputError.
  notConverged = 3,  ///< The program ended with a NotConvergedError.
  files = 4,         ///< The program ended with a FileError.
  internal = 5       ///< The program ended with an InternalError.
};

/// Base class of all tenon exceptions. The message consists of complete sentences.
class Error : public std::runtime_error {
 public:
  /// Creates an error.
  /// @param code      exit code of the program if the error is not handled
  /// @param sentence  message: place, problem and remedy in complete sentences
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}

  /// Exit code of the program if this error is not handled.
  ExitCode code() const { return code_; }

  /// True if all ranks throw this error. One rank then prints the message, and all ranks terminate
  /// normally. False if it is possible that only some ranks have thrown it; the other ranks must
  /// then be aborted.
  bool isOnAllRanks() const { return on_all_ranks_; }
  /// Marks this error as one that all ranks throw.
  void markOnAllRanks() { on_all_ranks_ = true; }

 private:
  ExitCode code_;
  bool on_all_ranks_ = false;
};

/// Error in the input that the user can correct, such as an unknown key, a missing group or a
/// damaged mesh.
class InputError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit InputError(const std::string& sentence) : Error(ExitCode::input, sentence) {}
};

/// Failure of a solver to reach its tolerance.
class NotConvergedError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit NotConvergedError(const std::string& sentence) : Error(ExitCode::notConverged, sentence) {}
};

/// Failure to read or write a file.
class FileError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit FileError(const std::string& sentence) : Error(ExitCode::files, sentence) {}
};

/// Error caused by a bug in tenon or by the failure of a library.
class InternalError : public Error {
 public:
  /// Creates an error with a message. @see Error
  explicit InternalError(const std::string& sentence) : Error(ExitCode::internal, sentence) {}
};

/// Collects errors that the user can correct (InputError, FileError) and reports all of them
/// together.
/// @note Not collective: only errors of this rank are collected.
/// @see runCollectively()
class ErrorCollector {
 public:
  /// Runs `work` and records an InputError or FileError instead of propagating it. Other exceptions
  /// propagate.
  /// @param work  function that is called once
  /// @return true if `work` threw neither an InputError nor a FileError
  bool attempt(const std::function<void()>& work) {
    try {
      work();
      return true;
    } catch (const InputError& error) {
      add(error.what());
    } catch (const FileError& error) {
      messages_.emplace_back(error.what());
    }
    return false;
  }
  /// Records an input error as if attempt() had caught an InputError with this message.
  void add(const std::string& sentence) {
    messages_.push_back(sentence);
    only_files_ = false;
  }
  /// True if no error has been recorded.
  bool empty() const { return messages_.empty(); }
  /// Recorded messages in the order in which the errors occurred.
  const std::vector<std::string>& messages() const { return messages_; }

  /// Throws one error with all recorded messages, one per line; does nothing if there are none.
  /// @throws FileError if all recorded errors are FileErrors
  /// @throws InputError otherwise
  void throwIfAny() const {
    if (empty()) return;
    std::string all;
    for (const auto& sentence : messages_) all += (all.empty() ? "" : "\n") + sentence;
    if (only_files_) throw FileError(all);
    throw InputError(all);
  }

 private:
  std::vector<std::string> messages_;
  bool only_files_ = true;
};

}  // namespace tenon::base
