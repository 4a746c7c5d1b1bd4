// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ScalarSprings.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::force {
namespace {

/// Returns the sum of k_i x^(i - 1) factor(i), i from 1.
template <class Factor>
double polynomial(const std::vector<double>& k, double x, Factor&& factor) {
  double sum = 0.0;
  for (std::size_t i = k.size(); i-- > 0;) sum = sum * x + k[i] * factor(static_cast<double>(i + 1));
  return sum;
}

}  // namespace

void ScalarSprings::declare(base::Parameters<Data>& p) {
  p.optional(
      "stiffness", &Data::stiffness, "force/length",
      "coefficients k_1, k_2, .. of the restoring force k_1 s + k_2 s^2 + .., where s is the change of the scalar");
  p.optional("force", &Data::force, "force", "additional constant force that increases each scalar");
  p.optional("damping", &Data::damping, "force/velocity",
             "damping coefficient c: ratio of the damping force to the rate of change of the scalar")
      .nonNegative();
}

ScalarSprings::ScalarSprings(const Data& data, const fem::Domain& domain)
    : data_(data), name_(domain.nameOf("scalar-springs", "")), state_(domain.state) {
  if (state_.kind() != la::NodeKind::scalars)
    throw base::InputError(
        fmt::format("{}: the nodes of the object must be scalars; use an object that is defined by a mapping such as "
                    "'distance' or 'volume'.",
                    name_));
}

void ScalarSprings::addForce(la::ForceVector& f) const {
  const auto force = f.on(state_);
  for (std::size_t i = 0; i < force.size(); ++i) {
    const double s = state_.displacement()[i];
    force[i] += data_.force - s * polynomial(data_.stiffness.list, s, [](double) { return 1.0; }) -
                data_.damping * state_.velocity()[i];
  }
}

void ScalarSprings::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  for (base::LocalIndex node = 0; node < state_.layout().numLocal(); ++node)
    dfdx(node, node)(0, 0) -= polynomial(data_.stiffness.list, state_.displacement()[static_cast<std::size_t>(node)],
                                         [](double i) { return i; });
}

void ScalarSprings::addDamping(la::DampingMatrix& B) const {
  if (!dependsOnVelocity()) return;
  la::Derivative dfdv = B.forceOn(state_).byVelocityOf(state_);
  for (base::LocalIndex node = 0; node < state_.layout().numLocal(); ++node) dfdv(node, node)(0, 0) -= data_.damping;
}

double ScalarSprings::energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state_.layout().numOwned()); ++i) {
    const double s = state_.displacement()[i];
    sum += s * s * polynomial(data_.stiffness.list, s, [](double k) { return 1.0 / (k + 1.0); }) - data_.force * s;
  }
  return sum;
}

}  // namespace tenon::force
