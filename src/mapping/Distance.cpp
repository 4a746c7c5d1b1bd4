// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Distance.hpp"

#include <fmt/format.h>

#include "nodeFrames.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;

std::string nameOfDistance(const TupleSource& data) {
  return fmt::format("distance on {}", fmt::join(data.parent, ", "));
}

Tuples tuplesOf(la::State& parent, const std::vector<GlobalIndex>& segments) {
  std::vector<std::int64_t> positions;
  const auto mine = static_cast<std::int64_t>(segments.size() / 2);
  const std::int64_t first = parent.layout().comm().exclusiveSum(static_cast<long>(mine));
  for (std::int64_t i = 0; i < mine; ++i) positions.push_back(first + i);
  return distributeTuples({&parent, &parent}, segments, positions);
}

}  // namespace

void Distance::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "pairs of nodes", "lines");
}

Distance::Distance(std::string name, const Tuples& tuples) : TupleMapping(std::move(name), tuples) {
  base::runCollectively(tuples.parents.front()->layout().comm(), [&] {
    for (LocalIndex i = 0; i < numOwned(); ++i)
      if (referenceVector(i).isZero(0.0))
        throw base::InputError(
            fmt::format("{}: a segment has zero length, so its direction is undefined.", this->Distance::name()));
  });
}

Distance::Distance(const Data& data, const fem::FindDomain& find)
    : Distance(nameOfDistance(data), findTuples(data, 2, find, nameOfDistance(data))) {}

Distance::Distance(const std::string& child_name, const fem::Domain& parent, const std::vector<GlobalIndex>& segments)
    : Distance(fmt::format("distance {} on {}", child_name, parent.object), tuplesOf(parent.state, segments)) {
  createChild(child_name, parent.mesh.comm());
}

Vec3 Distance::referenceVector(LocalIndex i) const {
  const auto nodes = parentNodes(i);
  return referencePosition(*nodes[1].state, nodes[1].node) - referencePosition(*nodes[0].state, nodes[0].node);
}

Vec3 Distance::relativeDisplacement(LocalIndex i) const {
  const auto nodes = parentNodes(i);
  const auto moved = [](const ParentNode& one) {
    return translationOf(*one.state, one.state->displacement(), one.node);
  };
  return moved(nodes[1]) - moved(nodes[0]);
}

std::vector<double> Distance::rest() const {
  std::vector<double> lengths;
  for (LocalIndex i = 0; i < numOwned(); ++i) lengths.push_back(referenceVector(i).norm());
  return lengths;
}

// Evaluates l - L as (l^2 - L^2) / (l + L), without loss of digits for small displacements.
void Distance::evaluate(LocalIndex i, double* displacement) const {
  const Vec3 rest = referenceVector(i), parted = relativeDisplacement(i), now = rest + parted;
  *displacement = parted.dot(now + rest) / (now.norm() + rest.norm());
}

void Distance::computeJacobian(LocalIndex i, double* J) const {
  const Vec3 n = currentVector(i).normalized();
  const auto nodes = parentNodes(i);
  for (std::size_t place = 0; place < 2; ++place) {
    for (int c = 0; c < nodes[place].state->dimension(); ++c) J[c] = place == 0 ? -n[c] : n[c];
    J += nodes[place].state->block();
  }
}

void Distance::computeBiasAcceleration(LocalIndex i, double* a) const {
  const auto nodes = parentNodes(i);
  const auto velocity = [](const ParentNode& one) {
    return translationOf(*one.state, one.state->velocity(), one.node);
  };
  const Vec3 d = currentVector(i), n = d.normalized(), v = velocity(nodes[1]) - velocity(nodes[0]);
  *a = (v - n * n.dot(v)).squaredNorm() / d.norm();
}

void Distance::computeHessian(LocalIndex i, const double* f, double* H) const {
  const Vec3 d = currentVector(i), n = d.normalized();
  const base::Mat3 k = *f / d.norm() * (base::Mat3::Identity() - n * n.transpose());
  const auto nodes = parentNodes(i);
  const std::size_t size = numDofs(i);
  std::size_t row = 0;
  for (const ParentNode& a : nodes) {
    std::size_t column = 0;
    for (const ParentNode& b : nodes) {
      for (int r = 0; r < a.state->dimension(); ++r)
        for (int c = 0; c < b.state->dimension(); ++c)
          H[(row + static_cast<std::size_t>(r)) * size + column + static_cast<std::size_t>(c)] =
              &a == &b ? k(r, c) : -k(r, c);
      column += static_cast<std::size_t>(b.state->block());
    }
    row += static_cast<std::size_t>(a.state->block());
  }
}

}  // namespace tenon::mapping
