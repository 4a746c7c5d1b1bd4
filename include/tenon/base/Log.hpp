// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Severity of a message, in ascending order; `off` suppresses all messages.
enum class LogLevel {
  trace,  ///< Details of individual operations.
  debug,  ///< Information for developers.
  info,   ///< Progress of the program.
  warn,   ///< Problem that does not stop the program.
  error,  ///< Problem that stops the program.
  off     ///< No messages.
};

/// Log of the program. Only the root writes; all ranks may call the functions. Messages up to level
/// info go to standard output without a prefix. Warnings and errors go to standard error as "tenon:
/// warning: ...". Control characters are replaced by question marks, and long quotations are
/// truncated.
///
/// A message without arguments is printed literally; a message with arguments is a format string of
/// fmt. The implementation uses spdlog, whose headers are included in Log.cpp only: they add one to
/// two seconds to the compilation of each source file.
/// @note Not collective.
class Log {
 public:
  /// Returns true if messages of this level are printed on this rank.
  bool isEnabled(LogLevel level) const;
  /// Writes a message of the given level.
  void write(LogLevel level, const std::string& text) const;

  /// Writes a message of level debug.
  void debug(const std::string& text) const { write(LogLevel::debug, text); }
  /// Writes a message of level info.
  void info(const std::string& text) const { write(LogLevel::info, text); }
  /// Writes a message of level warn.
  void warn(const std::string& text) const { write(LogLevel::warn, text); }
  /// Formats and writes a message of level debug.
  template <class... Args>
  void debug(fmt::format_string<Args...> text, Args&&... args) const {
    if (isEnabled(LogLevel::debug)) debug(fmt::format(text, std::forward<Args>(args)...));
  }
  /// Formats and writes a message of level info.
  template <class... Args>
  void info(fmt::format_string<Args...> text, Args&&... args) const {
    if (isEnabled(LogLevel::info)) info(fmt::format(text, std::forward<Args>(args)...));
  }
  /// Formats and writes a message of level warn.
  template <class... Args>
  void warn(fmt::format_string<Args...> text, Args&&... args) const {
    if (isEnabled(LogLevel::warn)) warn(fmt::format(text, std::forward<Args>(args)...));
  }
};

/// Returns the log of the program, for example:
///   log().info("read {} cells", n);   log().warn("...");
const Log& log();

/// Sets the communicator whose root writes the log, and the level. Before this call the root of
/// MPI_COMM_WORLD writes at level info.
/// @param comm   communicator whose root writes the log
/// @param level  one of logLevels(); messages of lower levels are suppressed
/// @throws InputError if the level is unknown.
/// @note Not collective, but must be called on every rank.
void setUpLog(const Communicator& comm, const std::string& level);

/// Returns the names of the levels, in the order of LogLevel, for help texts.
const std::vector<std::string>& logLevels();

/// Records the messages of the log from level info on during its lifetime, for tests. Messages of
/// ranks that do not write are also recorded.
class LogRecorder {
 public:
  /// Starts recording and sets the level of the log to info.
  LogRecorder();
  /// Stops recording and restores the level of the log.
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
