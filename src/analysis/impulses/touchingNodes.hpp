#pragma once
#include <vector>

#include "tenon/contact/RigidBody.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Nodes of meshes that touch rigid bodies, in a step by impulses.
namespace tenon::analysis {

struct TouchingNode {
  std::size_t object;  ///< among the bodies of the system
  base::LocalIndex node;
  std::int64_t number;  ///< over all bodies and nodes of the step
  std::int64_t sides;   ///< of rules (contact::Rules) on which it stands
  double size;          ///< the shortest distance between nodes of one cell of its object
};

/// Those that this rank owns, object by object, node by node. A node has its number in the mesh file after
/// `first_numbers` of its object. Collective.
std::vector<TouchingNode> touchingNodes(const system::MechanicalSystem& mechanics,
                                        const std::vector<std::int64_t>& first_numbers);

/// The shortest distance between nodes of one cell; infinite without cells. Collective.
double shortestEdge(const mesh::Mesh& mesh);

/// The sides of rules on which a node or a rigid body stands.
std::int64_t sidesOf(const system::MechanicalSystem& mechanics, const la::State& state, base::LocalIndex node);

/// The node as a body of a step, where it is now and with its velocity; `shape`: that of a point.
contact::RigidBody recordOf(const system::MechanicalSystem& mechanics, const TouchingNode& node, int shape);

/// Hands the forces on nodes, [6 x nodes] as those on bodies, to what the system knows of contacts.
void tellForces(system::MechanicalSystem& mechanics, const std::vector<TouchingNode>& nodes, const double* force);

}  // namespace tenon::analysis
