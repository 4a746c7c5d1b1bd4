#include "tenon/base/Log.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include <memory>

#include "tenon/base/suggest.hpp"

namespace tenon::base {
namespace {

std::shared_ptr<spdlog::logger> makeLogger(bool speaks) {
  std::shared_ptr<spdlog::sinks::sink> sink;
  if (speaks)
    sink = std::make_shared<spdlog::sinks::stdout_color_sink_st>();
  else
    sink = std::make_shared<spdlog::sinks::null_sink_st>();
  auto logger = std::make_shared<spdlog::logger>("tenon", sink);
  logger->set_pattern("%^%v%$");
  logger->flush_on(spdlog::level::info);
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

}  // namespace

spdlog::logger& log() {
  return *instance();
}

const std::vector<std::string>& logLevels() {
  static const std::vector<std::string> levels{"trace", "debug", "info", "warn", "error", "off"};
  return levels;
}

void setUpLog(const Communicator& comm, const std::string& level) {
  if (!contains(logLevels(), level))
    throw InputError(fmt::format("There is no log level '{}'{}.", level, didYouMean(level, logLevels())));
  instance() = makeLogger(comm.isRoot());
  instance()->set_level(spdlog::level::from_str(level));
}

}  // namespace tenon::base
