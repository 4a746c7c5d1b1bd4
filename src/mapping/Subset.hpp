// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "parts.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Nodes that are nodes of another object, u = u_parent of that node, J = 1. They are found by
/// their reference positions, or given by a list.
/// @see SOFA's SubsetMapping
class Subset : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::string parent, group;  ///< parent object; group of its nodes, empty for all
    NodeNumbers nodes;          ///< parent numbers of the child nodes; empty if nodes are paired by position
    double tolerance = 1e-6;    ///< tolerance of positions, relative to the extent of the parent
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Finds the parent nodes.
  /// @throws InputError if a node of the child is farther than `tolerance` times the extent of the
  ///   parent from every node of the parent (or of its group), and if the length of the list
  ///   differs from the number of child nodes
  /// @note Collective.
  Subset(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
