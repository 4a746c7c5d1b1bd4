// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/fem/ObjectGroup.hpp"

// Checks of the two sides that ties and mortar contacts have in common, and names of ties.
namespace tenon::constraint {

/// Sides of a tie or of a mortar contact.
struct TiedSides {
  const std::string& name;  ///< name of the tie
  const fem::ObjectGroup &slave, &master;
  const fem::Domain &slave_domain, &master_domain;
  const char* kind = "tie";  ///< kind of constraint, for messages

  /// Checks that both sides have the same dimension, are different groups and share no node.
  /// @throws InputError otherwise
  /// @note Collective.
  void requireDistinct() const;
  /// Returns the smallest distance of a slave node from the master faces. @note Collective.
  double smallestDistance() const;
};

/// Returns the clause of Constraint::largeRotationAlternative() for gaps of up to `diameters` face
/// diameters.
std::string forLargeRotationsOfGap(double diameters);

/// Returns the given name of a tie, or a name made from both sides.
std::string tieName(const std::string& given, const fem::ObjectGroup& slave, const fem::ObjectGroup& master);

}  // namespace tenon::constraint
