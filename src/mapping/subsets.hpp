// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "parts.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

// Mappings of nodes to nodes of their parents at the same positions.
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

/// Second object with the same nodes, u = u_parent, J = 1, node by node in the order of the mesh
/// files. A rigid body is rigidly attached to the body with the same number (see RelativeFrames).
/// @see SOFA's IdentityMapping
class Identity : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::string parent;  ///< parent object
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping.
  /// @throws InputError if the numbers of nodes differ
  /// @note Collective.
  Identity(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
