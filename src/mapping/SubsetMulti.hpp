// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "parts.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Child with several parents, each of which determines one group of the child. A node with a mesh
/// as parent has the displacement of the parent node at the same position, J = 1; a node with rigid
/// bodies as parent is rigidly attached to the nearest body (see NodalWeights).
/// @see SOFA's SubsetMultiMapping
class SubsetMulti : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::vector<ParentGroup> parts;  ///< groups of the child, each with its parent
    /// Tolerance of positions, relative to the extent of the parent.
    double tolerance = 1e-6;
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Finds the parent nodes.
  /// @throws InputError if a node of the child is in no group or in two, or is farther than
  ///   `tolerance` times the extent of its parent from every node of the parent
  /// @note Collective.
  SubsetMulti(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
