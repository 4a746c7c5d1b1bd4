// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mapping/NodalWeights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nodeFrames.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {

using base::Vec3;
using la::NodeKind;

NodalWeights::NodalWeights(std::string name, la::State& child, std::vector<la::State*> parents,
                           const WeightTable& weights)
    : name_(std::move(name)), child_(child), parents_(std::move(parents)), starts_(weights.starts()) {
  const auto num_owned = static_cast<std::size_t>(child.layout().numOwned());
  base::runCollectively(child.layout().comm(), [&] {
    requireFit();
    base::ensure(starts_.size() == num_owned + 1, name_ + ": one row of weights is needed for each node.");
  });
  std::vector<std::vector<GlobalIndex>> nodes(parents_.size());
  for (const auto& term : weights.terms()) nodes.at(term.parent).push_back(term.node);
  for (std::size_t p = 0; p < parents_.size(); ++p) parents_[p]->addGhosts(nodes[p]);
  terms_.reserve(weights.terms().size());
  for (const auto& term : weights.terms())
    terms_.push_back(
        {static_cast<std::uint32_t>(term.parent), parents_[term.parent]->layout().local(term.node), term.weight});
  base::runCollectively(child.layout().comm(), [&] { requireOneFrameEach(); });
  findArms(weights);
}

void NodalWeights::requireFit() const {
  for (const la::State* parent : parents_) {
    if (parent == &child_)
      throw base::InputError(fmt::format("{}: object '{}' cannot be its own parent.", name_, child_.name()));
    if (parent->kind() == NodeKind::scalars || child_.kind() == NodeKind::scalars)
      throw base::InputError(fmt::format("{}: '{}' has scalar nodes, but this mapping requires points or rigid bodies.",
                                         name_, (child_.kind() == NodeKind::scalars ? child_ : *parent).name()));
    if (parent->dimension() != child_.dimension())
      throw base::InputError(fmt::format(
          "{}: object '{}' is {}-dimensional, but the parent '{}' is {}-dimensional; both must have the same "
          "dimension.",
          name_, child_.name(), child_.dimension(), parent->name(), parent->dimension()));
  }
}

void NodalWeights::requireOneFrameEach() const {
  if (child_.kind() != NodeKind::frames) return;
  for (std::size_t node = 0; node + 1 < starts_.size(); ++node) {
    const std::size_t count = starts_[node + 1] - starts_[node];
    if (count == 0) continue;
    const Term& term = terms_[starts_[node]];
    if (count > 1 || term.weight != 1.0 || parents_[term.parent]->kind() != NodeKind::frames)
      throw base::InputError(fmt::format(
          "{}: each rigid body of '{}' must be attached to a single rigid body, not to points or weighted means.",
          name_, child_.name()));
  }
}

/// Calls visit(child node, index of the term) for all terms.
template <class Visit>
void NodalWeights::forEachTerm(Visit&& visit) const {
  for (std::size_t node = 0; node + 1 < starts_.size(); ++node)
    for (std::size_t k = starts_[node]; k < starts_[node + 1]; ++k) visit(static_cast<LocalIndex>(node), k);
}

// Computes the arms. Frames of which only the origins are followed, as in an identity mapping,
// depend linearly on the displacements, like points.
void NodalWeights::findArms(const WeightTable& weights) {
  std::vector<Vec3> arms(terms_.size(), Vec3::Zero());
  bool has_arm = false;
  forEachTerm([&](LocalIndex node, std::size_t k) {
    const la::State& parent = *parents_[terms_[k].parent];
    if (parent.kind() != NodeKind::frames) return;
    const Vec3 way = referencePosition(child_, node) - referencePosition(parent, terms_[k].node);
    arms[k] = weights.terms()[k].arm.value_or(terms_[k].weight * way);
    has_arm = has_arm || !arms[k].isZero(0.0);
  });
  is_linear_ = !child_.layout().comm().any(has_arm);
  if (!is_linear_) arms_ = std::move(arms);
}

Vec3 NodalWeights::armOf(std::size_t term) const {
  return arms_[term] + rotationDisplacement(rotationOf(*parents_[terms_[term].parent], terms_[term].node), arms_[term]);
}

void NodalWeights::updateChild() {
  const auto block = static_cast<std::size_t>(child_.block()), dim = static_cast<std::size_t>(child_.dimension());
  const auto child = child_.displacement();
  std::fill_n(child.begin(), static_cast<std::size_t>(child_.layout().numOwned()) * block, 0.0);
  forEachTerm([&](LocalIndex node, std::size_t k) {
    const Term& term = terms_[k];
    const la::State& parent = *parents_[term.parent];
    double* const u = child.data() + static_cast<std::size_t>(node) * block;
    const double* const from =
        parent.displacement().data() + static_cast<std::size_t>(term.node) * static_cast<std::size_t>(parent.block());
    const std::size_t common = child_.kind() == NodeKind::frames ? block : dim;
    for (std::size_t i = 0; i < common; ++i) u[i] += term.weight * from[i];
    if (!hasArm(k)) return;
    const Vec3 turn = rotationDisplacement(rotationOf(parent, term.node), arms_[k]);
    for (std::size_t i = 0; i < dim; ++i) u[i] += turn[static_cast<Eigen::Index>(i)];
  });
}

void NodalWeights::addJacobian(Jacobian& J) const {
  forEachTerm([&](LocalIndex node, std::size_t k) {
    const Term& term = terms_[k];
    const la::State& parent = *parents_[term.parent];
    if (parent.block() == child_.block() && !hasArm(k)) return J.add(node, parent, term.node, term.weight);
    base::Mat6 six = term.weight * base::Mat6::Identity();
    if (hasArm(k)) six.topRightCorner<3, 3>() = -la::skewMatrix(armOf(k));
    J.add(node, parent, term.node, blockOf(six, child_, parent));
  });
}

void NodalWeights::addBiasAcceleration(gsl::span<double> a) const {
  if (is_linear_) return;
  forEachTerm([&](LocalIndex node, std::size_t k) {
    const Term& term = terms_[k];
    const la::State& parent = *parents_[term.parent];
    if (!hasArm(k)) return;
    const Vec3 spin = la::expandToFrame(parent, parent.velocity(), term.node).tail<3>();
    const Vec3 towards_axis = spin.cross(spin.cross(armOf(k)));
    for (int i = 0; i < child_.dimension(); ++i)
      a[static_cast<std::size_t>(node * child_.block() + i)] += towards_axis[i];
  });
}

void NodalWeights::addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
  if (is_linear_) return;
  forEachTerm([&](LocalIndex node, std::size_t k) {
    const Term& term = terms_[k];
    const la::State& parent = *parents_[term.parent];
    if (!hasArm(k)) return;
    const Vec3 arm = armOf(k), f = la::expandToFrame(child_, child_force, node).head<3>();
    base::Mat6 six = base::Mat6::Zero();
    six.bottomRightCorner<3, 3>() = arm * f.transpose() - f.dot(arm) * base::Mat3::Identity();
    K.add(node, parent, term.node, parent, term.node, blockOf(six, parent, parent));
  });
}

}  // namespace tenon::mapping
