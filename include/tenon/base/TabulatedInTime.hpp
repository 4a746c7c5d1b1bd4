// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/History.hpp"

namespace tenon::base {

/// Interface of quantities that are given by a table over time. Adaptive time stepping places the
/// end of a step at each entry.
class TabulatedInTime {
 public:
  virtual ~TabulatedInTime() = default;
  /// Table of the quantity over time, in the unit of time of the case.
  virtual const History& history() const = 0;
};

}  // namespace tenon::base
