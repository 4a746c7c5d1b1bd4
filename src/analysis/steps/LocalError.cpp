// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LocalError.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "analysis/splitByBody.hpp"
#include "analysis/steppers/products.hpp"
#include "la/matrices/Projection.hpp"

namespace tenon::analysis {

double LocalError::norm(Vec vector) {
  const la::Vector x = la::copyOf(vector), Mx = la::makeZeroLike(vector);
  equations_.mechanics().projection().project(x.get());
  mass_.assemble({1.0, 0.0, 0.0});
  mass_.multiply(x.get(), Mx.get());
  return std::sqrt(std::max(0.0, dot(x.get(), Mx.get())));
}

double LocalError::estimate(double h, const StateVectors& before, const StateVectors& now) {
  const la::Vector error = equations_.unknowns().incrementFrom(before.q.get());
  TENON_PETSC(VecAXPY(error.get(), -h, before.v.get()));
  TENON_PETSC(VecAXPY(error.get(), -h * h / 3, before.a.get()));
  TENON_PETSC(VecAXPY(error.get(), -h * h / 6, now.a.get()));
  addRotationTerm(h, before, error.get());
  return norm(error.get());
}

void LocalError::addRotationTerm(double h, const StateVectors& before, Vec error) const {
  const auto& bodies = equations_.mechanics().bodies();
  const auto is_additive = [](const auto& body) { return body->state().isAdditive(); };
  if (std::all_of(bodies.begin(), bodies.end(), is_additive)) return;
  const la::CombinedLayout& layout = equations_.linearSystem().layout();
  auto errors = splitByBody(equations_.mechanics(), layout, error);
  const auto v = splitByBody(equations_.mechanics(), layout, before.v.get());
  const auto a = splitByBody(equations_.mechanics(), layout, before.a.get());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (is_additive(bodies[b])) continue;
    for (std::size_t at = 3; at < errors[b].size(); at += 6) {
      const Eigen::Map<const base::Vec3> w(&v[b][at]), rate(&a[b][at]);
      Eigen::Map<base::Vec3>{&errors[b][at]} += h * h * h / 12 * w.cross(rate);
    }
  }
  layout.gather({errors.begin(), errors.end()}, error);
}

}  // namespace tenon::analysis
