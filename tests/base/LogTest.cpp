// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Log.hpp"

#include <gmock/gmock.h>

#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

TEST(Log, WritesTextLiterallyAndFormatsOnlyWithArguments) {
  const LogRecorder heard;
  log().info("a group {north} of 100 %");
  log().warn("'{}' has {:.1f} %", "north", 12.34);
  log().debug("not said: {}", 1);
  EXPECT_EQ(heard.text(), "a group {north} of 100 %\n'north' has 12.3 %\n");
}

TEST(Log, IsEnabledFromItsLevelUpwards) {
  const LogRecorder heard;
  EXPECT_FALSE(log().isEnabled(LogLevel::debug));
  EXPECT_TRUE(log().isEnabled(LogLevel::info));
  EXPECT_TRUE(log().isEnabled(LogLevel::warn));
  EXPECT_EQ(logLevels()[static_cast<std::size_t>(LogLevel::warn)], "warn");
  EXPECT_EQ(logLevels().size(), static_cast<std::size_t>(LogLevel::off) + 1);
}

TEST(Log, RejectsUnknownLevels) {
  EXPECT_THROW(setUpLog(Communicator::world(), "inof"), InputError);
}

}  // namespace
}  // namespace tenon::base
