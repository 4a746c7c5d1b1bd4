// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Node and component with the largest magnitude of a field, or with a value that is not finite. Of
/// equal values, the lowest number in the mesh file is chosen, independently of the partition.
struct WorstNode {
  double size = 0.0;  ///< magnitude; infinite if a value is infinite or NaN
  std::size_t body = 0;
  std::int64_t node = 0;
  int component = 0;
  std::int64_t element = -1;  ///< the lowest one none of whose nodes has numbers; -1: none

  /// Returns true if the magnitude is finite.
  bool isFinite() const;  ///< lowest element all of whose nodes have values that are not finite; -1: none
  /// Returns a description such as "component x of node 17 of object 'block'", with the element.
  std::string text(const system::MechanicalSystem& mechanics) const;

  /// Finds the worst node.
  /// @param values [objects] local values: owned entries are used for nodes, ghost entries also for
  /// elements
  /// @note Collective.
  static WorstNode of(const system::MechanicalSystem& mechanics, const std::vector<std::vector<double>>& values);
};

}  // namespace tenon::analysis
