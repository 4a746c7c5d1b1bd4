#pragma once
#include <stdexcept>
#include <string>

namespace tenon::base {

/// What the program returns to the shell; one number per kind of failure.
enum class ExitCode { ok = 0, input = 2, notConverged = 3, files = 4, internal = 5 };

/// Base of every exception tenon throws. The message is a whole sentence for a person.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}

  ExitCode code() const { return code_; }

  /// True once all ranks are known to throw this same error: then one rank prints it and all end in order.
  /// False for an error that only this rank knows of: then the others have to be stopped.
  bool onAllRanks() const { return on_all_ranks_; }
  void markOnAllRanks() { on_all_ranks_ = true; }

 private:
  ExitCode code_;
  bool on_all_ranks_ = false;
};

/// The user can mend it: a wrong key, a missing group, a broken mesh.
class InputError : public Error {
 public:
  explicit InputError(const std::string& sentence) : Error(ExitCode::input, sentence) {}
};

/// A solver stopped before it reached its tolerance.
class NotConvergedError : public Error {
 public:
  explicit NotConvergedError(const std::string& sentence) : Error(ExitCode::notConverged, sentence) {}
};

/// A file that cannot be read or written.
class FileError : public Error {
 public:
  explicit FileError(const std::string& sentence) : Error(ExitCode::files, sentence) {}
};

/// A mistake of tenon's own, or a library that failed.
class InternalError : public Error {
 public:
  explicit InternalError(const std::string& sentence) : Error(ExitCode::internal, sentence) {}
};

}  // namespace tenon::base
