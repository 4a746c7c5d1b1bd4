// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "VelocityDamping.hpp"

#include <fmt/format.h>

#include "fem/plane.hpp"
#include "inDimension.hpp"
#include "nodesOf.hpp"

namespace tenon::force {

VelocityDamping::VelocityDamping(const std::string& type, const std::string& group, const base::Vec3& coefficients,
                                 const fem::Domain& domain)
    : name_(domain.nameOf(type, group)),
      state_(domain.state),
      coefficients_(coefficients),
      nodes_(nodesOf(domain, group)) {}

void VelocityDamping::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  const double* const v = state_.velocity().data();
  const int dim = state_.block();
  for (const base::LocalIndex node : nodes_)
    for (int c = 0; c < dim; ++c) {
      const std::ptrdiff_t at = std::ptrdiff_t(node) * dim + c;
      values[at] -= coefficients_[c] * v[at];
    }
}

void VelocityDamping::addDamping(la::DampingMatrix& B) const {
  la::Derivative dfdv = B.forceOn(state_).byVelocityOf(state_);
  inDimension(state_.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    const Eigen::Matrix<double, dim, dim> c = coefficients_.head<dim>().asDiagonal();
    for (const base::LocalIndex node : nodes_) dfdv(node, node) -= c;
  });
}

void NodalDamper::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension");
  p.required("damping", &Data::damping, "force time/length", "damping coefficient c of the damper at each node")
      .positive();
}

void UniformDamping::declare(base::Parameters<Data>& p) {
  p.required("damping", &Data::damping, "force time/length", "damping coefficient c of every node").positive();
  p.optional("group", &Data::group, "", "group of any dimension; default: all nodes of the object");
}

void DiagonalDamping::declare(base::Parameters<Data>& p) {
  p.required("damping", &Data::damping, "force time/length",
             "damping coefficients c of every node, one for each component");
  p.optional("group", &Data::group, "", "group of any dimension; default: all nodes of the object");
}

DiagonalDamping::DiagonalDamping(const Data& data, const fem::Domain& domain)
    : VelocityDamping("diagonal-damping", data.group, data.damping, domain) {
  fem::requireInPlane(domain, data.damping, name());
  if (data.damping.minCoeff() < 0.0)
    throw base::InputError(fmt::format("{}: the damping coefficients must not be negative, but one of them is {}.",
                                       name(), data.damping.minCoeff()));
}

}  // namespace tenon::force
