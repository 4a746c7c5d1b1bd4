// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Collects errors that the user can correct (InputError, FileError) and reports all of them
/// together.
/// @note Not collective: only errors of this rank are collected.
/// @see runCollectively()
class ErrorCollector {
 public:
  /// Runs `work` and records an InputError or FileError instead of propagating it. Other exceptions
  /// propagate.
  /// @param work  function that is called once
  /// @return True if `work` threw neither an InputError nor a FileError.
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
  /// @throws FileError if all recorded errors are FileErrors.
  /// @throws InputError otherwise.
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
