// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RigidInertia.hpp"

#include "tenon/base/Error.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::mass {

RigidInertia::RigidInertia(const fem::Domain& domain)
    : name_(domain.nameOf("inertia", "")), state_(domain.state), inertia_(domain.inertia) {
  base::ensure(inertia_ != nullptr, "The object '" + domain.object + "' has no inertia of rigid bodies.");
}

void RigidInertia::addMass(la::MassMatrix& M) const {
  la::Derivative on_state = M.on(state_);
  const auto motions = la::frameComponentsOf(state_);
  const auto n = static_cast<Eigen::Index>(motions.size());
  Eigen::MatrixXd block(n, n);
  for (base::LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const base::Mat6 six = inertia_->matrix(state_, node);
    if (n == six.rows()) {
      on_state(node, node) += six;
      continue;
    }
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j)
        block(i, j) = six(motions[static_cast<std::size_t>(i)], motions[static_cast<std::size_t>(j)]);
    on_state(node, node) += block;
  }
}

void RigidInertia::addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const {
  const gsl::span<const double> change = dv.of(state_);
  const gsl::span<double> values = df.on(state_);
  if (state_.kind() == la::NodeKind::frames && state_.block() == 6) return addMassTimes(change.data(), values.data());
  const auto motions = la::frameComponentsOf(state_);
  for (base::LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const base::Vec6 product = inertia_->matrix(state_, node) * la::expandToFrame(state_, change, node);
    std::size_t i = static_cast<std::size_t>(node) * motions.size();
    for (const int motion : motions) values[i++] += product[motion];
  }
}

// Adds the product for bodies in space with six degrees of freedom each.
void RigidInertia::addMassTimes(const double* dv, double* df) const {
  using base::Vec3;
  for (base::LocalIndex node = 0; node < inertia_->numNodes(); ++node, dv += 6, df += 6) {
    Eigen::Map<Vec3>(df) += inertia_->mass[static_cast<std::size_t>(node)] * Eigen::Map<const Vec3>(dv);
    Eigen::Map<Vec3>(df + 3) += inertia_->about(state_, node) * Eigen::Map<const Vec3>(dv + 3);
  }
}

double RigidInertia::total() const {
  double mass = 0.0;
  for (base::LocalIndex node = 0; node < state_.layout().numOwned(); ++node)
    mass += inertia_->mass[static_cast<std::size_t>(node)];
  return mass;
}

}  // namespace tenon::mass
