// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <any>

namespace tenon::base {

/// Interface of contributors whose behaviour depends on earlier steps beyond states and internal
/// variables, such as contacts with friction. Analyses use it to return to earlier steps.
class StepDependent {
 public:
  virtual ~StepDependent() = default;
  /// Returns what the end of steps, contact detection and iterations have changed, for a return to
  /// the current step of the same run. The value does not depend on later steps.
  virtual std::any stepMemory() const = 0;
  /// Restores a value of stepMemory(). The states may belong to another step. If candidate pairs of
  /// a contact change, the next call of constraint::Constraint::updatePairs() with an infinite
  /// `share`, which detects no pairs, returns true.
  /// @note Collective.
  virtual void restoreStepMemory(const std::any& memory) = 0;
};

}  // namespace tenon::base
