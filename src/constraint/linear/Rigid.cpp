// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Rigid.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "fem/search/Box.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;
using base::Mat3;
using base::Vec3;

std::string nameOf(const Rigid::Data& data) {
  if (!data.name.empty()) return data.name;
  std::string name = "rigid";
  for (const fem::ObjectGroup& part : data.parts) name += "_" + part.object + "_" + part.group;
  return name;
}

/// Returns the matrix [v]x with cross(v) w = v x w.
Mat3 cross(const Vec3& v) {
  Mat3 m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}

/// Displacement of a node at r from A as a function of the base nodes:
///   u_M = u_A + B (u_B - u_A) + C (u_C - u_A).
struct Lever {
  Mat3 B = Mat3::Zero(), C = Mat3::Zero();
};

/// Lever with A and B only. In a plane omega = a x (u_B - u_A) / a.a; on a line in space the node
/// lies at a fixed ratio of AB.
Lever leverOfTwo(const Vec3& a, const Vec3& r, bool plane) {
  Lever lever;
  if (plane)
    lever.B = -cross(r) * cross(a) / a.squaredNorm();
  else
    lever.B = Mat3::Identity() * (a.dot(r) / a.squaredNorm());
  return lever;
}

/// Lever with A, B and C: omega = a x du_B / a.a + a s, where omega x b = du_C gives
///   s = n.(du_C - (a x du_B) x b / a.a),  n = a x b / |a x b|^2.
Lever leverOfThree(const Vec3& a, const Vec3& b, const Vec3& r) {
  const Vec3 normal = a.cross(b) / a.cross(b).squaredNorm();
  const Mat3 turn = cross(a) / a.squaredNorm();
  const Mat3 omega_of_B = turn + a * normal.transpose() * cross(b) * turn;
  const Mat3 omega_of_C = a * normal.transpose();
  return {-cross(r) * omega_of_B, -cross(r) * omega_of_C};
}

}  // namespace

void Rigid::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the parts");
  p.required("parts", &Data::parts, "", "groups whose nodes together move as one rigid body");
  p.optional("small_rotations", &Data::small_rotations, "",
             "true if the rotation of the group is small; the constraint is then accepted in an analysis with large "
             "rotations");
}

std::string Rigid::largeRotationAlternative() const {
  if (data_.small_rotations) return {};
  return "join the nodes of the group to points of a rigid body (`point-on-point`, mapping `rigid`), or set "
         "`small_rotations: true` if the rotation of the group is small";
}

Rigid::Rigid(Data data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), 1), data_(std::move(data)), comm_(base::Communicator::self()) {
  if (data_.parts.empty())
    throw InputError(fmt::format("Rigid group '{}' has no parts, but needs at least one.", name()));
  for (const fem::ObjectGroup& part : data_.parts) {
    const fem::Domain& domain = find(part.object);
    const auto same = [&](const fem::Domain& d) { return &d.state == &domain.state; };
    if (std::none_of(domains_.begin(), domains_.end(), same)) domains_.push_back(domain);
    if (domain.state.block() != domains_[0].state.block())
      throw InputError(
          fmt::format("Rigid group '{}' cannot join {} and {}: one is two-dimensional, but the other is not.", name(),
                      data_.parts[0].name(), part.name()));
  }
  comm_ = domains_[0].mesh.comm();
  const std::vector<Node> nodes = collect();
  selectBaseNodes(nodes);
  if (comm_.rank() == base_[0].owner)
    for (std::size_t i = 0; i < base_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        addDistanceRow(base_[j], base_[i]);
        setRowKey(
            {&domains_[static_cast<std::size_t>(base_[j].domain)].state, -1, -1, static_cast<std::int64_t>(i + j - 1)});
      }
  for (const Node& node : nodes)
    if (std::find(base_.begin(), base_.end(), node) == base_.end()) addRowsOf(node);
  std::vector<const la::State*> states;
  for (const fem::Domain& domain : domains_) states.push_back(&domain.state);
  finish(states);
}

/// Returns the nodes that this rank owns, each once.
std::vector<Rigid::Node> Rigid::collect() {
  std::vector<Node> nodes;
  for (const fem::ObjectGroup& part : data_.parts) {
    const auto same = [&](const fem::Domain& d) { return d.object == part.object; };
    const auto domain = std::find_if(domains_.begin(), domains_.end(), same);
    for (const LocalIndex local : fem::ownedNodes(*domain, part.group)) {
      const auto at = static_cast<std::size_t>(local);
      Node node;
      node.domain = static_cast<int>(domain - domains_.begin());
      node.position = domain->mesh.nodePositions()[at];
      node.global = domain->mesh.layout().global(local);
      node.owner = comm_.rank();
      std::copy_n(domain->mesh.points().data() + 3 * at, 3, node.place);
      nodes.push_back(node);
    }
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  if (comm_.sum(static_cast<std::int64_t>(nodes.size())) < 2)
    throw InputError(fmt::format("Rigid group '{}' ({}) has fewer than two nodes, but needs at least two.", name(),
                                 printValue(data_.parts)));
  return nodes;
}

std::optional<Rigid::Node> Rigid::farthest(const std::vector<Node>& nodes, const Measure& measure,
                                           double smallest) const {
  constexpr double equally_far = 1e-9;
  double largest = 0.0;
  for (const Node& node : nodes) largest = std::max(largest, measure(node.x()));
  largest = comm_.max(largest);
  if (largest <= smallest) return std::nullopt;
  Node first;
  for (const Node& node : nodes)
    if (first.domain < 0 && measure(node.x()) >= largest * (1.0 - equally_far)) first = node;
  Node best;
  for (const Node& node : comm_.gather(first))
    if (node.domain >= 0 && (best.domain < 0 || node < best)) best = node;
  return best;
}

void Rigid::selectBaseNodes(const std::vector<Node>& nodes) {
  constexpr double on_the_line = 1e-6;  // relative to the length AB
  base_.push_back(*farthest(
      nodes, [](const Vec3&) { return 1.0; }, 0.0));
  const Vec3 A = base_[0].x();
  fem::Box box;
  for (const Node& node : nodes) box.include(node.x());
  const double same_place = comm_.max(box.isEmpty() ? 0.0 : box.roundOff());
  const auto B = farthest(
      nodes, [&](const Vec3& x) { return (x - A).norm(); }, same_place);
  if (!B) return;
  base_.push_back(*B);
  if (domains_[0].state.block() == 2) return;
  const Vec3 a = B->x() - A;
  const auto C = farthest(
      nodes, [&](const Vec3& x) { return (x - A).cross(a.normalized()).norm(); },
      std::max(on_the_line * a.norm(), same_place));
  if (C) base_.push_back(*C);
}

void Rigid::addDistanceRow(const Node& a, const Node& b) {
  const Vec3 direction = (b.x() - a.x()).normalized();
  const LocalIndex row = addRow();
  for (int c = 0; c < domains_[0].state.block(); ++c) {
    addTerm(row, domains_[static_cast<std::size_t>(b.domain)].state, b.global, c, direction[c]);
    addTerm(row, domains_[static_cast<std::size_t>(a.domain)].state, a.global, c, -direction[c]);
  }
}

void Rigid::addRowsOf(const Node& node) {
  const int block = domains_[0].state.block();
  const Vec3 A = base_[0].x(), r = node.x() - A;
  Lever lever;
  if (base_.size() == 2) lever = leverOfTwo(base_[1].x() - A, r, block == 2);
  if (base_.size() == 3) lever = leverOfThree(base_[1].x() - A, base_[2].x() - A, r);
  const auto state = [&](const Node& n) -> const la::State& {
    return domains_[static_cast<std::size_t>(n.domain)].state;
  };
  const LocalIndex local = state(node).layout().local(node.global);
  for (int c = 0; c < block; ++c) {
    const LocalIndex row = addRow();
    setRowKey({&state(node), local, c});
    addTerm(row, state(node), node.global, c, 1.0);
    for (int d = 0; d < block; ++d) {
      addTerm(row, state(base_[0]), base_[0].global, d, lever.B(c, d) + lever.C(c, d) - (c == d ? 1.0 : 0.0));
      if (base_.size() > 1) addTerm(row, state(base_[1]), base_[1].global, d, -lever.B(c, d));
      if (base_.size() > 2) addTerm(row, state(base_[2]), base_[2].global, d, -lever.C(c, d));
    }
  }
}

}  // namespace tenon::constraint
