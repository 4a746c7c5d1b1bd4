// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Returns the index of the gap row of each owned unilateral row: the row itself, or the first row
/// of the block in which it is a slip.
std::vector<std::optional<std::size_t>> gapRows(const system::MechanicalSystem& mechanics);

/// Contacts that are active at both ends of a step while their direction rotates. If all impulses J
/// of a step acted along the rows at its end, they would reduce the velocity of rotating bodies by
/// the fraction 1 - cos of the angle, which is a first-order error over a simulation. Half of the
/// impulses therefore act along the rows at the beginning of the step, 1/2 (G_n^T + G_n+1^T) J,
/// like joint forces in the trapezoidal rule.
class PersistentContacts {
 public:
  /// Creates the object; `equations` must outlive it.
  explicit PersistentContacts(const Equations& equations) : equations_(equations) {}

  /// Stores the active contacts and G before a step. @note Collective.
  void beginStep();
  /// Returns true if, after a step, a contact is active that was open before it. @note Collective.
  bool hasNewContacts() const;
  /// Returns true if the contact of a row of this rank was active before the step.
  bool wasActive(std::size_t row) const { return was_active_[row] != 0; }
  /// Returns 1/2 (G_n^T - G_n+1^T) J of the active rows; nullptr if no contact was active or G is
  /// constant to round-off.
  /// @note Collective.
  la::Vector rotationCorrection(Vec impulses) const;

 private:
  const Equations& equations_;
  std::vector<char> was_active_;  // [rows] of this rank
  la::Matrix G_;
};

}  // namespace tenon::analysis
