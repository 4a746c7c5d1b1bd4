#include "tenon/base/Phases.hpp"

#include <gmock/gmock.h>
#include <spdlog/sinks/ostream_sink.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "tenon/base/Log.hpp"

namespace tenon::base {
namespace {

/// What the log says while this lives.
class Heard {
 public:
  Heard() : sink_(std::make_shared<spdlog::sinks::ostream_sink_st>(text_)), level_(log().level()) {
    sink_->set_pattern("%v");
    log().sinks().push_back(sink_);
    log().set_level(spdlog::level::info);
  }
  ~Heard() {
    log().sinks().pop_back();
    log().set_level(level_);
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::sinks::ostream_sink_st> sink_;
  spdlog::level::level_enum level_;
};

void work(Phases& phases, const std::string& name) {
  const auto phase = phases.begin(name);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

int linesOf(const std::string& text, const std::string& name) {
  int count = 0;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) ++count;
  return count;
}

TEST(Phases, haveOneLineWithAllTheirSeconds) {
  const Heard heard;
  Phases phases(Communicator::world());
  work(phases, "assemble");
  work(phases, "solve");
  work(phases, "solve");
  EXPECT_EQ(linesOf(heard.text(), "solve"), 0) << "it may go on";
  const auto summary = phases.summary();
  ASSERT_EQ(summary.size(), 2U);
  EXPECT_GE(summary[1].least, 0.06);
  EXPECT_LE(summary[1].least, summary[1].mean * (1.0 + 1e-12));
  EXPECT_LE(summary[1].mean, summary[1].most * (1.0 + 1e-12));
  EXPECT_EQ(summary[1].times, 1);
  EXPECT_EQ(linesOf(heard.text(), "assemble"), 1);
  EXPECT_EQ(linesOf(heard.text(), "solve"), 1);
  const std::string solve = heard.text().substr(heard.text().find("solve") + 5);
  EXPECT_GE(std::stod(solve), 0.06) << "the seconds that the summary has";
}

TEST(Phases, thatComeBackHaveALineOfTheFirstTimeOnly) {
  const Heard heard;
  Phases phases(Communicator::world());
  for (int step = 0; step < 3; ++step) {
    work(phases, "assemble");
    work(phases, "solve");
  }
  const auto summary = phases.summary();
  EXPECT_EQ(summary[0].times, 3);
  EXPECT_EQ(summary[1].times, 3);
  EXPECT_EQ(linesOf(heard.text(), "solve"), 1);
}

TEST(Phases, insideOthersHaveLinesToo) {
  const Heard heard;
  Phases phases(Communicator::world());
  {
    const auto outer = phases.begin("read");
    work(phases, "partition");
  }
  phases.report();
  EXPECT_EQ(linesOf(heard.text(), "partition"), 1);
  EXPECT_EQ(linesOf(heard.text(), "read"), 1);
}

}  // namespace
}  // namespace tenon::base
