// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MovedReference.hpp"

#include <algorithm>

#include "mesh/distribution/MeshBuilder.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::system {
namespace {

/// Returns the mesh of a body with write access. Contributors see the meshes of bodies as constant.
mesh::Mesh& meshOf(Body& body) {
  return const_cast<mesh::Mesh&>(body.mesh());  // NOLINT(cppcoreguidelines-pro-type-const-cast): body is not constant
}

std::vector<double>& referenceOf(Body& body) {
  return *body.state().share(la::State::Quantity::reference);
}

}  // namespace

MovedReference::MovedReference(const std::vector<NodeMoves>& moves) {
  for (const NodeMoves& move : moves) {
    Body& body = *move.body;
    base::ensure(body.state().kind() == la::NodeKind::points, "The moved nodes are not points.");
    const auto points = body.mesh().points();
    std::vector<double>& reference = referenceOf(body);
    before_.push_back({&body, {points.begin(), points.end()}, reference});
    std::vector<double> moved = before_.back().of_mesh;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += move.increments[i];
    mesh::MeshBuilder::setPoints(meshOf(body), moved);
    const auto block = static_cast<std::size_t>(body.state().block());
    for (std::size_t node = 0; 3 * node < moved.size(); ++node)
      std::copy_n(moved.begin() + static_cast<std::ptrdiff_t>(3 * node), block,
                  reference.begin() + static_cast<std::ptrdiff_t>(node * block));
    body.state().halo().updateGhosts(gsl::span<double>(reference), body.state().block());
  }
}

MovedReference::~MovedReference() {
  for (const Positions& positions : before_) {
    mesh::MeshBuilder::setPoints(meshOf(*positions.body), positions.of_mesh);
    std::copy(positions.of_state.begin(), positions.of_state.end(), referenceOf(*positions.body).begin());
  }
}

}  // namespace tenon::system
