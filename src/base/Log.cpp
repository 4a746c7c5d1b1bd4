// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Log.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>
#include <sstream>

#include "quote.hpp"
#include "tenon/base/suggest.hpp"
#include "text.hpp"

namespace tenon::base {
namespace {

/// Sink that accepts a range of levels only, so that messages that are not results of the program
/// go to standard error.
template <class Sink>
class LevelRangeSink : public Sink {
 public:
  LevelRangeSink(spdlog::level::level_enum low, spdlog::level::level_enum high) : low_(low), high_(high) {}
  void log(const spdlog::details::log_msg& message) override {
    if (message.level < low_ || message.level > high_) return;
    const std::string text = printable(truncateQuotes({message.payload.data(), message.payload.size()}));
    spdlog::details::log_msg clean = message;
    clean.payload = text;
    Sink::log(clean);
  }

 private:
  spdlog::level::level_enum low_, high_;
};

// Creates the logger. Colours are not used, because under mpirun the output of every rank appears
// to go to a terminal.
std::shared_ptr<spdlog::logger> makeLogger(bool is_enabled) {
  namespace level = spdlog::level;
  if (!is_enabled) return std::make_shared<spdlog::logger>("tenon", std::make_shared<spdlog::sinks::null_sink_st>());
  const auto plain = std::make_shared<LevelRangeSink<spdlog::sinks::stdout_sink_st>>(level::trace, level::info);
  const auto marked = std::make_shared<LevelRangeSink<spdlog::sinks::stderr_sink_st>>(level::warn, level::critical);
  plain->set_pattern("%v");
  marked->set_pattern("tenon: %l: %v");
  auto logger = std::make_shared<spdlog::logger>("tenon", spdlog::sinks_init_list{plain, marked});
  logger->flush_on(level::info);
  return logger;
}

std::shared_ptr<spdlog::logger>& instance() {
  static std::shared_ptr<spdlog::logger> logger = [] {
    int initialised = 0;
    MPI_Initialized(&initialised);
    return makeLogger(initialised == 0 || Communicator::world().isRoot());
  }();
  return logger;
}

spdlog::level::level_enum levelOf(LogLevel level) {
  return spdlog::level::from_str(logLevels()[static_cast<std::size_t>(level)]);
}

}  // namespace

bool Log::isEnabled(LogLevel level) const {
  return instance()->should_log(levelOf(level));
}

void Log::write(LogLevel level, const std::string& text) const {
  instance()->log(levelOf(level), spdlog::string_view_t(text));
}

const Log& log() {
  static const Log the_log;
  return the_log;
}

const std::vector<std::string>& logLevels() {
  static const std::vector<std::string> levels{"trace", "debug", "info", "warn", "error", "off"};
  return levels;
}

void setUpLog(const Communicator& comm, const std::string& level) {
  if (!contains(logLevels(), level))
    throw InputError(fmt::format("There is no log level '{}'{}", level, suggestionFor(level, logLevels())));
  instance() = makeLogger(comm.isRoot());
  instance()->set_level(spdlog::level::from_str(level));
}

struct LogRecorder::Implementation {
  std::ostringstream text;
  std::shared_ptr<spdlog::logger> logger = instance();  // kept, because setUpLog() may replace the instance
  spdlog::level::level_enum level = logger->level();
};

LogRecorder::LogRecorder() : implementation_(new Implementation) {
  const auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(implementation_->text);
  sink->set_pattern("%v");
  implementation_->logger->sinks().push_back(sink);
  implementation_->logger->set_level(spdlog::level::info);
}

LogRecorder::~LogRecorder() {
  implementation_->logger->sinks().pop_back();
  implementation_->logger->set_level(implementation_->level);
}

std::string LogRecorder::text() const {
  return implementation_->text.str();
}

}  // namespace tenon::base
