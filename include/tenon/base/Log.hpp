// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Severity levels of messages in ascending order; `off` suppresses all messages.
enum class LogLevel {
  trace,  ///< details of individual operations
  debug,  ///< information for developers
  info,   ///< progress of the program
  warn,   ///< problem that does not stop the program
  error,  ///< problem that stops the program
  off     ///< no messages
};

/// Log of the program. All ranks may call its functions, but only the root prints messages.
/// Messages up to level info are printed to standard output without a prefix; warnings and errors
/// are printed to standard error with a prefix such as "tenon: warning: ". Control characters are
/// replaced by question marks, and long quotations are truncated.
///
/// A message without arguments is printed verbatim; a message with arguments is an fmt format
/// string. The implementation uses spdlog. Its headers are included in Log.cpp only, because they
/// add one to two seconds to the compilation of each source file.
/// @note Not collective.
class Log {
 public:
  /// Returns true if the current log level admits messages at the given level. The result does not
  /// depend on whether this rank prints messages.
  bool isEnabled(LogLevel level) const;
  /// Writes a message at the given level.
  void write(LogLevel level, const std::string& text) const;

  /// Writes a message at level debug.
  void debug(const std::string& text) const { write(LogLevel::debug, text); }
  /// Writes a message at level info.
  void info(const std::string& text) const { write(LogLevel::info, text); }
  /// Writes a message at level warn.
  void warn(const std::string& text) const { write(LogLevel::warn, text); }
  /// Formats and writes a message at level debug.
  template <class... Args>
  void debug(fmt::format_string<Args...> text, Args&&... args) const {
    if (isEnabled(LogLevel::debug)) debug(fmt::format(text, std::forward<Args>(args)...));
  }
  /// Formats and writes a message at level info.
  template <class... Args>
  void info(fmt::format_string<Args...> text, Args&&... args) const {
    if (isEnabled(LogLevel::info)) info(fmt::format(text, std::forward<Args>(args)...));
  }
  /// Formats and writes a message at level warn.
  template <class... Args>
  void warn(fmt::format_string<Args...> text, Args&&... args) const {
    if (isEnabled(LogLevel::warn)) warn(fmt::format(text, std::forward<Args>(args)...));
  }
};

/// Returns the log of the program. Examples:
///   log().info("read {} cells", n);   log().warn("...");
const Log& log();

/// Sets the log level and the communicator whose root prints the log. Before this call, the root of
/// MPI_COMM_WORLD prints all messages at level info and above.
/// @param comm   communicator whose root prints the log
/// @param level  one of the names in logLevels(); messages at lower levels are suppressed
/// @throws InputError if the level is unknown
/// @note Not collective, but must be called on every rank.
void setUpLog(const Communicator& comm, const std::string& level);

/// Returns the names of the levels, in the order of LogLevel, for help texts.
const std::vector<std::string>& logLevels();

/// Log recorder for tests. During its lifetime, it stores all messages at level info and above,
/// even on ranks that do not print messages.
class LogRecorder {
 public:
  /// Starts recording and sets the log level to info.
  LogRecorder();
  /// Stops recording and restores the previous log level.
  ~LogRecorder();
  LogRecorder(const LogRecorder&) = delete;
  LogRecorder& operator=(const LogRecorder&) = delete;

  /// Returns the text recorded so far.
  std::string text() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::base
