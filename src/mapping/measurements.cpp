// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "Angle.hpp"
#include "DistanceTo.hpp"
#include "SquareDistance.hpp"
#include "nodeFrames.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;

std::string nameOfMeasurement(const char* type, const TupleSource& data) {
  return fmt::format("{} on {}", type, fmt::join(data.parent, ", "));
}

/// Returns the reference position of the p-th parent node.
template <class Nodes>
Vec3 restAt(const Nodes& nodes, std::size_t p) {
  return referencePosition(*nodes[p].state, nodes[p].node);
}

/// Returns twice the area of the triangle of three nodes.
template <class Nodes>
double doubleArea(const Nodes& nodes) {
  return (restAt(nodes, 1) - restAt(nodes, 0)).cross(restAt(nodes, 2) - restAt(nodes, 0)).norm();
}

/// Throws an InputError on all ranks if a value on any rank is 0. @note Collective.
void requireNonzero(const std::vector<double>& values, const Measurement& of, const char* why) {
  base::runCollectively(of.parents().front()->layout().comm(), [&] {
    if (std::find(values.begin(), values.end(), 0.0) != values.end())
      throw base::InputError(fmt::format("{}: {}.", of.name(), why));
  });
}

}  // namespace

void SquareDistance::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "pairs of nodes", "lines");
}

SquareDistance::SquareDistance(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(nameOfMeasurement("square-distance", data),
                            findTuples(data, 2, find, nameOfMeasurement("square-distance", data))) {}

std::vector<double> SquareDistance::rest() const {
  std::vector<double> squares;
  for (LocalIndex i = 0; i < numOwned(); ++i)
    squares.push_back((restAt(parentNodes(i), 1) - restAt(parentNodes(i), 0)).squaredNorm());
  return squares;
}

void Square::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object whose nodes are scalars, such as distances");
}

namespace {

/// Returns tuples of one node, one for each node of a state.
Tuples nodesOneByOne(la::State& parent, std::vector<std::int64_t> positions) {
  Tuples tuples{{&parent}, {}, std::move(positions)};
  for (LocalIndex node = 0; node < parent.layout().numOwned(); ++node) {
    tuples.parent_nodes.add(0, parent.layout().global(node), 1.0);
    tuples.parent_nodes.endNode();
  }
  return tuples;
}

const fem::Domain& scalarsOf(const Square::Data& data, const fem::FindDomain& find) {
  const fem::Domain& parent = find(data.parent);
  if (parent.state.kind() != la::NodeKind::scalars)
    throw base::InputError(fmt::format("square on {0}: the nodes of '{0}' must be scalars.", data.parent));
  return parent;
}

std::vector<std::int64_t> positionsOfOwned(const fem::Domain& domain) {
  const auto all = domain.mesh.nodePositions();
  return {all.begin(), all.begin() + domain.mesh.layout().numOwned()};
}

std::vector<std::int64_t> globalNumbers(const la::Layout& layout) {
  std::vector<std::int64_t> numbers;
  for (LocalIndex node = 0; node < layout.numOwned(); ++node) numbers.push_back(layout.global(node).value());
  return numbers;
}

}  // namespace

Square::Square(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(fmt::format("square on {}", data.parent),
                            nodesOneByOne(scalarsOf(data, find).state, positionsOfOwned(scalarsOf(data, find)))) {}

Square::Square(const std::string& name, la::State& parent)
    : DifferentiatedMapping(fmt::format("square {} on {}", name, parent.name()),
                            nodesOneByOne(parent, globalNumbers(parent.layout()))) {
  createChild(name, parent.layout().comm());
}

std::vector<double> Square::rest() const {
  std::vector<double> squares;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    const ParentNode& one = parentNodes(i)[0];
    const double value = one.state->reference()[static_cast<std::size_t>(one.node)];
    squares.push_back(value * value);
  }
  return squares;
}

void DistanceToTarget::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "nodes", "nodes");
  p.required("target", &Data::target, "length", "point from which the distances are measured");
}

DistanceToTarget::DistanceToTarget(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(nameOfMeasurement("distance-to-target", data),
                            findTuples(data, 1, find, nameOfMeasurement("distance-to-target", data))),
      target_(data.target) {
  requireNonzero(rest(), *this, "a node coincides with the target, so the gradient of its distance is undefined");
}

std::vector<double> DistanceToTarget::rest() const {
  std::vector<double> distances;
  for (LocalIndex i = 0; i < numOwned(); ++i) distances.push_back((restAt(parentNodes(i), 0) - target_).norm());
  return distances;
}

void DistanceToPlane::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "nodes", "nodes");
  p.optional("point", &Data::point, "length", "any point of the plane");
  p.required("normal", &Data::normal, "",
             "normal of the plane, of any length; distances are positive on the side to which the normal points");
}

DistanceToPlane::DistanceToPlane(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(nameOfMeasurement("distance-to-plane", data),
                            findTuples(data, 1, find, nameOfMeasurement("distance-to-plane", data))),
      point_(data.point),
      normal_(data.normal.normalized()) {
  if (data.normal.isZero(0.0))
    throw base::InputError(fmt::format("{}: the normal of a plane must not be zero.", name()));
}

std::vector<double> DistanceToPlane::rest() const {
  std::vector<double> distances;
  for (LocalIndex i = 0; i < numOwned(); ++i) distances.push_back(normal_.dot(restAt(parentNodes(i), 0) - point_));
  return distances;
}

void Angle::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "triples of nodes, with the angle at the second node", "triangles");
}

Angle::Angle(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(nameOfMeasurement("angle", data),
                            findTuples(data, 3, find, nameOfMeasurement("angle", data))) {
  std::vector<double> areas;
  for (LocalIndex i = 0; i < numOwned(); ++i) areas.push_back(doubleArea(parentNodes(i)));
  requireNonzero(areas, *this, "three nodes are collinear, so the angle is not differentiable");
}

std::vector<double> Angle::rest() const {
  std::vector<double> angles;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    const auto nodes = parentNodes(i);
    angles.push_back(
        std::atan2(doubleArea(nodes), (restAt(nodes, 0) - restAt(nodes, 1)).dot(restAt(nodes, 2) - restAt(nodes, 1))));
  }
  return angles;
}

void TriangleArea::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "triples of nodes", "triangles");
}

TriangleArea::TriangleArea(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(nameOfMeasurement("triangle-area", data),
                            findTuples(data, 3, find, nameOfMeasurement("triangle-area", data))) {
  requireNonzero(rest(), *this, "a triangle has zero area, so its normal is undefined");
}

std::vector<double> TriangleArea::rest() const {
  std::vector<double> areas;
  for (LocalIndex i = 0; i < numOwned(); ++i) areas.push_back(0.5 * doubleArea(parentNodes(i)));
  return areas;
}

}  // namespace tenon::mapping
