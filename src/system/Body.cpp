// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/Body.hpp"

namespace tenon::system {
namespace {

int blockOf(la::NodeKind kind, int dimension) {
  return kind == la::NodeKind::frames ? 3 * (dimension - 1) : dimension;
}

/// Returns the reference values [local nodes x block]: positions, followed by rotations for frames.
std::vector<double> restOf(const mesh::Mesh& mesh, la::NodeKind kind, const std::vector<base::Vec3>& rotations) {
  const int dimension = mesh.spaceDimension(), block = blockOf(kind, dimension);
  const auto nodes = static_cast<std::size_t>(mesh.layout().numLocal());
  std::vector<double> rest;
  rest.reserve(nodes * static_cast<std::size_t>(block));
  for (std::size_t node = 0; node < nodes; ++node) {
    const double* const place = mesh.points().data() + 3 * node;
    rest.insert(rest.end(), place, place + dimension);
    if (kind != la::NodeKind::frames) continue;
    if (dimension == 3)
      rest.insert(rest.end(), rotations[node].begin(), rotations[node].end());
    else
      rest.push_back(rotations[node][2]);
  }
  return rest;
}

}  // namespace

Body::Body(std::string name, mesh::Mesh mesh)
    : Body(std::move(name), std::move(mesh), la::NodeKind::points, nullptr, {}) {}

Body::Body(std::string name, mesh::Mesh mesh, la::NodeKind kind, std::shared_ptr<const fem::NodalInertia> inertia,
           const std::vector<base::Vec3>& rotations)
    : mesh_(std::move(mesh)),
      state_(name, mesh_.sharedLayout(), kind, blockOf(kind, mesh_.spaceDimension()), restOf(mesh_, kind, rotations)),
      domain_{mesh_, state_, std::move(name), std::move(inertia)} {}

Body::Body(std::string name, mesh::Mesh mesh, std::vector<double> values)
    : mesh_(std::move(mesh)),
      state_(name, mesh_.sharedLayout(), la::NodeKind::scalars, 1, std::move(values)),
      domain_{mesh_, state_, std::move(name), nullptr} {}

}  // namespace tenon::system
