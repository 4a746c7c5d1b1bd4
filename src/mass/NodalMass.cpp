// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodalMass.hpp"

#include <algorithm>
#include <numeric>

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::mass {

void NodalMass::declare(base::Parameters<Data>& p) {
  p.required("mass", &Data::mass, "mass", "mass of each node").positive();
  p.optional("inertia", &Data::inertia, "mass length^2",
             "moment of inertia of each node with rotational degrees of freedom, about every axis")
      .nonNegative();
  p.optional("group", &Data::group, "", "group of any dimension; default: all nodes");
}

NodalMass::NodalMass(const Data& data, const fem::Domain& domain)
    : name_(domain.nameOf("nodal mass", data.group)), state_(domain.state) {
  if (data.inertia != 0.0 && state_.kind() != la::NodeKind::frames)
    throw base::InputError(name_ + ": the nodes have no rotational degrees of freedom; remove `inertia`.");
  const auto motions = la::frameComponentsOf(state_);
  diagonal_.resize(static_cast<Eigen::Index>(motions.size()));
  for (std::size_t i = 0; i < motions.size(); ++i)
    diagonal_[static_cast<Eigen::Index>(i)] = motions[i] < 3 ? data.mass : data.inertia;
  if (data.group.empty()) {
    nodes_.resize(static_cast<std::size_t>(domain.mesh.layout().numLocal()));
    std::iota(nodes_.begin(), nodes_.end(), 0);
  } else {
    nodes_ = domain.mesh.nodesOf(domain.mesh.group(data.group));
  }
}

void NodalMass::addMass(la::MassMatrix& M) const {
  la::Derivative on_state = M.on(state_);
  const Eigen::MatrixXd block = diagonal_.asDiagonal();
  for (const base::LocalIndex node : nodes_) on_state(node, node) += block;
}

double NodalMass::total() const {
  const auto& layout = state_.layout();
  const auto owned = std::count_if(nodes_.begin(), nodes_.end(), [&](auto node) { return layout.isOwned(node); });
  return diagonal_[0] * static_cast<double>(owned);
}

}  // namespace tenon::mass
