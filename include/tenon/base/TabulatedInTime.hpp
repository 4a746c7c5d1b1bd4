// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/History.hpp"

namespace tenon::base {

/// Interface for quantities that are tabulated over time. Adaptive time stepping ends a step at
/// each time in the table.
class TabulatedInTime {
 public:
  virtual ~TabulatedInTime() = default;
  /// History of the quantity; its times are in the time unit of the case.
  virtual const History& history() const = 0;
};

}  // namespace tenon::base
