#include "tenon/base/Log.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>

#include "tenon/base/suggest.hpp"
#include "tenon/base/text.hpp"

namespace tenon::base {
namespace {

/// Passes on what is said at some levels only: what is no result of the program belongs to standard error.
template <class Sink>
class Between : public Sink {
 public:
  Between(spdlog::level::level_enum low, spdlog::level::level_enum high) : low_(low), high_(high) {}
  void log(const spdlog::details::log_msg& message) override {
    if (message.level < low_ || message.level > high_) return;
    const std::string text = printable({message.payload.data(), message.payload.size()});
    spdlog::details::log_msg clean = message;
    clean.payload = text;
    Sink::log(clean);
  }

 private:
  spdlog::level::level_enum low_, high_;
};

// No colours: mpirun makes every rank's output look like a terminal, wherever it goes in the end.
std::shared_ptr<spdlog::logger> makeLogger(bool speaks) {
  namespace level = spdlog::level;
  if (!speaks) return std::make_shared<spdlog::logger>("tenon", std::make_shared<spdlog::sinks::null_sink_st>());
  const auto plain = std::make_shared<Between<spdlog::sinks::stdout_sink_st>>(level::trace, level::info);
  const auto marked = std::make_shared<Between<spdlog::sinks::stderr_sink_st>>(level::warn, level::critical);
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
