// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "contact/RigidBody.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Nodes of meshes in contact with rigid bodies, in an impulse step.
namespace tenon::analysis {

/// Data of one node.
struct ContactNode {
  std::size_t object;  ///< index of the object in the system
  base::LocalIndex node;
  std::int64_t number;  ///< number among all bodies and nodes of the step
  std::int64_t sides;   ///< set of the sides of contact rules (contact::Rules) to which the node belongs
  double size;          ///< shortest distance between nodes of one cell of the object
};

/// Returns the nodes that this rank owns, object by object, node by node. The number of a node is
/// its number in the mesh file plus the entry of its object in `first_numbers`.
/// @note Collective.
std::vector<ContactNode> findContactNodes(const system::MechanicalSystem& mechanics,
                                          const std::vector<std::int64_t>& first_numbers);

/// Returns the shortest distance between nodes of one cell; infinite without cells.
/// @note Collective.
double shortestEdgeLength(const mesh::Mesh& mesh);

/// Returns the set of the sides of contact rules to which a node or rigid body belongs.
std::int64_t contactSides(const system::MechanicalSystem& mechanics, const la::State& state, base::LocalIndex node);

/// Returns the node as a body of a step, with its current position and velocity; `shape`: shape of
/// a point.
contact::RigidBody makeBodyRecord(const system::MechanicalSystem& mechanics, const ContactNode& node, int shape);

/// Passes the forces on nodes, [6 x nodes] in the format of rigid bodies, to the contact forces of
/// the system.
void setNodeContactForces(system::MechanicalSystem& mechanics, const std::vector<ContactNode>& nodes,
                          const double* force);

}  // namespace tenon::analysis
