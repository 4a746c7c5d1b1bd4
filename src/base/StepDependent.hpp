// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <any>

namespace tenon::base {

/// Interface of contributors, such as contacts with friction, that store data of earlier steps in
/// addition to states and internal variables. Analyses use this interface to return to earlier
/// steps.
class StepDependent {
 public:
  virtual ~StepDependent() = default;
  /// Returns a copy of all data that are changed by the end of a step, by contact detection or by
  /// iterations, so that the analysis can return to the current step of the same run. Later steps
  /// do not change the copy.
  virtual std::any stepMemory() const = 0;
  /// Restores the data that an earlier call of stepMemory() returned. The states may belong to
  /// another step. If the candidate pairs of a contact change, the next call of
  /// constraint::Constraint::updatePairs() with an infinite `share` returns true, although such a
  /// call does not detect pairs.
  /// @note Collective.
  virtual void restoreStepMemory(const std::any& memory) = 0;
};

}  // namespace tenon::base
