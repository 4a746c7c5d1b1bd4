// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::simulation {

/// Scope in which runs write no messages, for example because those of several runs would be mixed.
class QuietLog {
 public:
  /// Suppresses messages.
  explicit QuietLog(const base::Communicator& comm) : comm_(comm), level_("off") {
    for (std::size_t i = base::logLevels().size() - 1; i-- > 0;)
      if (base::log().isEnabled(static_cast<base::LogLevel>(i))) level_ = base::logLevels()[i];
    base::setUpLog(comm_, "off");
  }
  /// Restores the level of messages.
  ~QuietLog() { base::setUpLog(comm_, level_); }
  QuietLog(const QuietLog&) = delete;
  QuietLog& operator=(const QuietLog&) = delete;

 private:
  base::Communicator comm_;
  std::string level_;
};

}  // namespace tenon::simulation
