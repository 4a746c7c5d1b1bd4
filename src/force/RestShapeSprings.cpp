// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RestShapeSprings.hpp"

#include "fem/plane.hpp"
#include "inDimension.hpp"
#include "nodesOf.hpp"

namespace tenon::force {

void RestShapeSprings::declare(base::Parameters<Data>& p) {
  p.required("stiffness", &Data::stiffness, "force/length", "stiffness k of the spring at each node").positive();
  p.optional("group", &Data::group, "", "group of any dimension; default: all nodes of the object");
  p.optional("offset", &Data::offset, "length", "displacement at which the springs exert no force");
}

RestShapeSprings::RestShapeSprings(const Data& data, const fem::Domain& domain)
    : stiffness_(data.stiffness),
      offset_(data.offset),
      name_(domain.nameOf("rest-shape-springs", data.group)),
      state_(domain.state),
      nodes_(nodesOf(domain, data.group)) {
  fem::requireInPlane(domain, offset_, name_);
}

void RestShapeSprings::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  const double* const u = state_.displacement().data();
  const int dim = state_.block();
  for (const base::LocalIndex node : nodes_)
    for (int c = 0; c < dim; ++c) {
      const std::ptrdiff_t at = std::ptrdiff_t(node) * dim + c;
      values[at] -= stiffness_ * (u[at] - offset_[c]);
    }
}

void RestShapeSprings::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  inDimension(state_.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    const Eigen::Matrix<double, dim, dim> k = stiffness_ * Eigen::Matrix<double, dim, dim>::Identity();
    for (const base::LocalIndex node : nodes_) dfdx(node, node) -= k;
  });
}

double RestShapeSprings::energy() const {
  double sum = 0;
  const int dim = state_.block();
  for (const base::LocalIndex node : nodes_)
    for (int c = 0; c < dim && state_.layout().isOwned(node); ++c) {
      const double change = state_.displacement()[static_cast<std::size_t>(node * dim + c)] - offset_[c];
      sum += 0.5 * stiffness_ * change * change;
    }
  return sum;
}

}  // namespace tenon::force
