// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "tenon/base/Index.hpp"

namespace tenon::constraint {

/// Names by which messages refer to a Dirichlet condition and its nodes.
class ConditionLabel {
 public:
  virtual ~ConditionLabel() = default;
  /// Returns the name used in messages: type, object and group, e.g. "fixed on bracket/bolts".
  virtual const std::string& name() const = 0;
  /// Returns the number of a local node in the mesh file, for messages.
  virtual std::int64_t nodeTag(base::LocalIndex node) const = 0;
};

}  // namespace tenon::constraint
