// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "measuredBody.hpp"

#include <unordered_map>

#include "mesh/generation/points.hpp"

namespace tenon::system {
namespace {

/// Returns the values of the measurement in the node order of the mesh.
std::vector<double> inOrderOf(const mesh::Mesh& mesh, const mapping::Measurement& measurement) {
  const std::vector<double> given = measurement.rest();
  std::unordered_map<std::int64_t, double> values;
  for (const std::int64_t position : measurement.positions()) values.emplace(position, given[values.size()]);
  std::vector<double> ordered;
  for (const std::int64_t position : mesh.nodePositions()) ordered.push_back(values.at(position));
  return ordered;
}

}  // namespace

std::unique_ptr<Body> measuredBody(const std::string& name, const base::Communicator& comm,
                                   mapping::Measurement& measurement) {
  mesh::Mesh mesh = mesh::makePointMesh(comm, measurement.name(), measurement.locations(), measurement.positions());
  std::unique_ptr<Body> body;
  if (measurement.block() == 1) {
    std::vector<double> values = inOrderOf(mesh, measurement);
    body = std::make_unique<Body>(name, std::move(mesh), std::move(values));
  } else {
    mesh.setSpaceDimension(measurement.block());
    body = std::make_unique<Body>(name, std::move(mesh));
  }
  const auto positions = body->mesh().nodePositions();
  measurement.adoptChild(body->state(), positions.first(static_cast<std::size_t>(measurement.numOwned())));
  return body;
}

}  // namespace tenon::system
