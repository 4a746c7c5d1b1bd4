// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contactNodes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "contact/Rules.hpp"
#include "system/ContactForces.hpp"

namespace tenon::analysis {

using base::LocalIndex;
using base::Vec3;

double shortestEdgeLength(const mesh::Mesh& mesh) {
  double shortest = std::numeric_limits<double>::infinity();
  const auto point = [&](LocalIndex node) { return Vec3(mesh.points().data() + 3 * static_cast<std::size_t>(node)); };
  for (const auto& block : mesh.blocks())
    for (LocalIndex cell = 0; cell < block.num_owned; ++cell)
      for (int i = 0; i < mesh::info(block.type).num_nodes; ++i)
        for (int j = 0; j < i; ++j)
          shortest = std::min(shortest, (point(block.nodesOf(cell)[i]) - point(block.nodesOf(cell)[j])).norm());
  return mesh.comm().min(shortest);
}

std::int64_t contactSides(const system::MechanicalSystem& mechanics, const la::State& state, LocalIndex node) {
  std::int64_t sides = 0;
  int rule = 0;
  for (const auto& contact : mechanics.contacts()) {
    for (const bool second : {false, true})
      if (contact->isOn(second, state, node)) sides |= contact::Rules::sideOf(rule, second);
    ++rule;
  }
  return sides;
}

std::vector<ContactNode> findContactNodes(const system::MechanicalSystem& mechanics,
                                          const std::vector<std::int64_t>& first_numbers) {
  std::vector<ContactNode> nodes;
  for (std::size_t object = 0; object < mechanics.bodies().size(); ++object) {
    const system::Body& body = *mechanics.bodies()[object];
    if (body.state().kind() != la::NodeKind::points) continue;
    const double size = shortestEdgeLength(body.mesh());
    for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node)
      if (const std::int64_t sides = contactSides(mechanics, body.state(), node); sides != 0)
        nodes.push_back({object, node, first_numbers[object] + body.mesh().nodeTags()[static_cast<std::size_t>(node)],
                         sides, size});
  }
  return nodes;
}

contact::RigidBody makeBodyRecord(const system::MechanicalSystem& mechanics, const ContactNode& node, int shape) {
  const la::State& state = std::as_const(*mechanics.bodies()[node.object]).state();
  const auto first = 3 * static_cast<std::size_t>(node.node);
  contact::RigidBody body;
  body.number = node.number;
  body.sides = node.sides;
  body.shape = shape;
  body.point_size = node.size;
  for (std::size_t i = 0; i < 3; ++i) {
    body.centre[i] = state.reference()[first + i] + state.displacement()[first + i];
    body.rotation[4 * i] = 1.0;
    body.linear[i] = mechanics.constrainedDofs()[node.object].isConstrained(node.node, static_cast<int>(i)) ? 0.0 : 1.0;
    body.before[i] = body.free[i] = state.velocity()[first + i];
  }
  return body;
}

void setNodeContactForces(system::MechanicalSystem& mechanics, const std::vector<ContactNode>& nodes,
                          const double* force) {
  std::map<std::size_t, std::vector<double>> forces;  // by object
  for (const ContactNode& node : nodes) {
    auto& of_object = forces[node.object];
    of_object.resize(3 * static_cast<std::size_t>(mechanics.bodies()[node.object]->state().layout().numOwned()), 0.0);
    std::copy_n(force, 3, of_object.begin() + 3 * static_cast<std::ptrdiff_t>(node.node));
    force += 6;
  }
  for (auto& [object, of_object] : forces)
    mechanics.contactForces()->set(mechanics.bodies()[object]->state(), std::move(of_object));
}

}  // namespace tenon::analysis
