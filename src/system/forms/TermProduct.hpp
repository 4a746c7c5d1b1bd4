// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "system/DeferredErrors.hpp"
#include "system/StateArrays.hpp"
#include "system/forms/Terms.hpp"

namespace tenon::system {

/// Returns zeros, one array per state.
StateArrays zeroArrays(const std::vector<const la::State*>& states);

/// Product with A = sum of terms, computed by the contributors themselves. The products of
/// contributors take no factor. Therefore the vector x is scaled once for all terms with the same
/// factor, and the sum of all terms by scale().
class TermProduct {
 public:
  TermProduct(const MechanicalSystem& mechanics, const Terms& terms);

  /// Computes y += A x / scale(). Rows of ghosts are unspecified afterwards. @note Collective if a
  /// force does not implement its derivative.
  void addTo(const StateArrays& x, StateArrays& y);
  /// Returns the factor of the first group of terms; 1 without terms.
  double scale() const { return groups_.empty() ? 1.0 : groups_.front().factor; }

 private:
  struct Group {
    double factor;
    std::vector<const force::ForceField*> stiffness, damping;
    std::vector<const mass::Mass*> mass;
    std::vector<const MappedGroup*> mapped_groups;
  };
  Group& groupOf(double factor);
  void addGroup(const Group& group, const StateArrays& x, StateArrays& y, DeferredErrors& errors) const;

  const MechanicalSystem& mechanics_;
  std::vector<Group> groups_;
  StateArrays scaled_;  // allocated if factors differ
};

}  // namespace tenon::system
