// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <csignal>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Handler of SIGINT, SIGTERM and SIGUSR1 from begin() on. These signals then end a run at the end
/// of its step instead of immediately; a second SIGINT ends it immediately. The handler remains
/// installed after the analysis, because only the results remain to be written.
class StopSignal {
 public:
  /// Installs the handler.
  void begin();

  /// Returns the name of a signal that any rank has received since begin(); otherwise an empty
  /// string.
  /// @note Collective.
  std::string received(const base::Communicator& comm) const;
};

}  // namespace tenon::simulation
