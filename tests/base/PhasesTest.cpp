// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/Phases.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "tenon/base/Log.hpp"

namespace tenon::base {
namespace {

void work(Phases& phases, const std::string& name) {
  const auto phase = phases.begin(name);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

int linesOf(const std::string& text, const std::string& name) {
  int count = 0;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) ++count;
  return count;
}

TEST(Phases, consecutiveShareOneLine) {
  const LogRecorder heard;
  Phases phases(Communicator::world());
  work(phases, "assemble");
  work(phases, "solve");
  work(phases, "solve");
  EXPECT_EQ(linesOf(heard.text(), "solve"), 0) << "it may go on";
  const auto summary = phases.summary();
  ASSERT_EQ(summary.size(), 2U);
  EXPECT_GE(summary[1].min, 0.06);
  EXPECT_LE(summary[1].min, summary[1].mean * (1.0 + 1e-12));
  EXPECT_LE(summary[1].mean, summary[1].max * (1.0 + 1e-12));
  EXPECT_EQ(summary[1].count, 1);
  EXPECT_EQ(linesOf(heard.text(), "assemble"), 1);
  EXPECT_EQ(linesOf(heard.text(), "solve"), 1);
  const std::string solve = heard.text().substr(heard.text().find("solve") + 5);
  EXPECT_GE(std::stod(solve), 0.06) << "the seconds that the summary has";
}

TEST(Phases, repeatedLogTheFirstOccurrenceOnly) {
  const LogRecorder heard;
  Phases phases(Communicator::world());
  for (int step = 0; step < 3; ++step) {
    work(phases, "assemble");
    work(phases, "solve");
  }
  const auto summary = phases.summary();
  EXPECT_EQ(summary[0].count, 3);
  EXPECT_EQ(summary[1].count, 3);
  EXPECT_EQ(linesOf(heard.text(), "solve"), 1);
}

TEST(Phases, nestedHaveLinesToo) {
  const LogRecorder heard;
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
