// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mapping/TupleMapping.hpp"

#include <array>
#include <unordered_map>

#include "nodeFrames.hpp"

namespace tenon::mapping {

void Measurement::createChild(const std::string& name, const base::Communicator& comm) {
  const auto layout = std::make_shared<la::Layout>(comm, numOwned(), std::vector<GlobalIndex>{});
  own_ = std::make_unique<la::State>(name, layout, block(), rest());
  child_ = own_.get();
}

void Measurement::adoptChild(la::State& child, gsl::span<const std::int64_t> positions) {
  std::unordered_map<std::int64_t, LocalIndex> mine;
  for (const std::int64_t position : this->positions()) mine.emplace(position, static_cast<LocalIndex>(mine.size()));
  std::vector<LocalIndex> order;
  for (const std::int64_t position : positions) order.push_back(mine.at(position));
  base::ensure(child.block() == block() && child.layout().numOwned() == numOwned() &&
                   static_cast<LocalIndex>(order.size()) == numOwned(),
               name() + ": the nodes of the mapped object do not match the measured tuples.");
  reorder(order);
  child_ = &child;
}

TupleMapping::TupleMapping(std::string name, const Tuples& tuples)
    : name_(std::move(name)),
      parents_(tuples.parents),
      starts_(tuples.parent_nodes.starts()),
      positions_(tuples.positions) {
  std::vector<std::vector<GlobalIndex>> nodes(parents_.size());
  for (const auto& term : tuples.parent_nodes.terms()) nodes.at(term.parent).push_back(term.node);
  for (std::size_t p = 0; p < parents_.size(); ++p) parents_[p]->addGhosts(nodes[p]);
  for (const auto& term : tuples.parent_nodes.terms())
    parent_nodes_.push_back({parents_[term.parent], parents_[term.parent]->layout().local(term.node), term.weight});
}

void TupleMapping::reorder(const std::vector<LocalIndex>& order) {
  std::vector<std::size_t> starts{0};
  std::vector<ParentNode> all;
  std::vector<std::int64_t> positions;
  for (const LocalIndex i : order) {
    const auto nodes = parentNodes(i);
    all.insert(all.end(), nodes.begin(), nodes.end());
    starts.push_back(all.size());
    positions.push_back(positions_.at(static_cast<std::size_t>(i)));
  }
  starts_.swap(starts), parent_nodes_.swap(all), positions_.swap(positions);
}

std::size_t TupleMapping::numDofs(LocalIndex i) const {
  std::size_t sum = 0;
  for (const ParentNode& one : parentNodes(i)) sum += static_cast<std::size_t>(one.state->block());
  return sum;
}

std::vector<base::Vec3> TupleMapping::locations() const {
  std::vector<base::Vec3> places;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    base::Vec3 sum = base::Vec3::Zero();
    for (const ParentNode& one : parentNodes(i)) sum += referencePosition(*one.state, one.node);
    places.push_back(sum / static_cast<double>(parentNodes(i).size()));
  }
  return places;
}

void TupleMapping::updateChild() {
  for (LocalIndex i = 0; i < numOwned(); ++i) evaluate(i, child().displacement().data() + i * block());
}

void TupleMapping::addJacobian(Jacobian& J) const {
  std::vector<double> rows;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    const std::size_t n = numDofs(i);
    rows.assign(n * static_cast<std::size_t>(block()), 0.0);
    computeJacobian(i, rows.data());
    const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> all(
        rows.data(), block(), static_cast<Eigen::Index>(n));
    Eigen::Index first = 0;
    for (const ParentNode& one : parentNodes(i)) {
      J.add(i, *one.state, one.node, all.middleCols(first, one.state->block()));
      first += one.state->block();
    }
  }
}

void TupleMapping::addBiasAcceleration(gsl::span<double> a) const {
  if (isLinear()) return;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    std::array<double, 3> own{};
    computeBiasAcceleration(i, own.data());
    for (int row = 0; row < block(); ++row)
      a[static_cast<std::size_t>(i * block() + row)] += own[static_cast<std::size_t>(row)];
  }
}

void TupleMapping::addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
  if (isLinear()) return;
  std::vector<double> H;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    const std::size_t n = numDofs(i);
    const double* const f = child_force.data() + static_cast<std::ptrdiff_t>(i) * block();
    H.assign(n * n, 0.0);
    computeHessian(i, f, H.data());
    addRotationTerms(i, f, H);
    const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> all(
        H.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
    Eigen::Index row = 0;
    for (const ParentNode& a : parentNodes(i)) {
      Eigen::Index column = 0;
      for (const ParentNode& b : parentNodes(i)) {
        K.add(i, *a.state, a.node, *b.state, b.node, all.block(row, column, a.state->block(), b.state->block()));
        column += b.state->block();
      }
      row += a.state->block();
    }
  }
}

// Adds - [m]x / 2 for the rotation of each frame in space; the term is zero in the plane, where
// rotations commute.
void TupleMapping::addRotationTerms(LocalIndex i, const double* f, std::vector<double>& H) const {
  const std::size_t n = numDofs(i);
  std::vector<double> J;
  std::size_t first = 0;
  for (const ParentNode& one : parentNodes(i)) {
    if (one.state->kind() == la::NodeKind::frames && one.state->block() == 6) {
      if (J.empty()) {
        J.assign(n * static_cast<std::size_t>(block()), 0.0);
        computeJacobian(i, J.data());
      }
      base::Vec3 moment = base::Vec3::Zero();
      for (int row = 0; row < block(); ++row)
        moment += f[row] * base::Vec3(J.data() + static_cast<std::size_t>(row) * n + first + 3);
      const base::Mat3 half = -0.5 * la::skewMatrix(moment);
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          H[(first + 3 + static_cast<std::size_t>(r)) * n + first + 3 + static_cast<std::size_t>(c)] += half(r, c);
    }
    first += static_cast<std::size_t>(one.state->block());
  }
}

}  // namespace tenon::mapping
