#pragma once
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

enum class LogLevel { trace, debug, info, warn, error, off };

/// The program's log: what the root says; the other ranks are silent, so every rank may call it alike. Up to info it
/// goes to standard output as it is, from warn on to standard error as "tenon: warning: ...". A text alone is said as
/// it is, one with arguments is a format of fmt. Written by spdlog, whose headers stay in Log.cpp: a source that
/// includes them takes a second or two more to compile.
class Log {
 public:
  bool shows(LogLevel level) const;
  void say(LogLevel level, const std::string& text) const;

  void debug(const std::string& text) const { say(LogLevel::debug, text); }
  void info(const std::string& text) const { say(LogLevel::info, text); }
  void warn(const std::string& text) const { say(LogLevel::warn, text); }
  template <class... Args>
  void debug(fmt::format_string<Args...> text, Args&&... args) const {
    if (shows(LogLevel::debug)) debug(fmt::format(text, std::forward<Args>(args)...));
  }
  template <class... Args>
  void info(fmt::format_string<Args...> text, Args&&... args) const {
    if (shows(LogLevel::info)) info(fmt::format(text, std::forward<Args>(args)...));
  }
  template <class... Args>
  void warn(fmt::format_string<Args...> text, Args&&... args) const {
    if (shows(LogLevel::warn)) warn(fmt::format(text, std::forward<Args>(args)...));
  }
};

///   log().info("read {} cells", n);   log().warn("...");
const Log& log();

/// Sets who speaks and how much: level is one of logLevels() (InputError otherwise).
/// Until it is called only the root of MPI_COMM_WORLD speaks, at level info.
void setUpLog(const Communicator& comm, const std::string& level);

/// Names of the levels, for help texts.
const std::vector<std::string>& logLevels();

/// What the log is told, from info on, while this lives: for tests. Silent ranks hear it too.
class HeardLog {
 public:
  HeardLog();
  ~HeardLog();
  HeardLog(const HeardLog&) = delete;
  HeardLog& operator=(const HeardLog&) = delete;

  std::string text() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::base
