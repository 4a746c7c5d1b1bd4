// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {

/// Local error of a time step: deviation of its increment d from the increment of accelerations
/// that vary linearly in time between the ends of the step,
///   e = d - (h v_n + h^2 (a_n / 3 + a_{n+1} / 6)),
/// for Newmark's method (beta - 1/6) h^2 (a_{n+1} - a_n) (Zienkiewicz and Xie, Earthquake Engng
/// Struct. Dyn. 20 (1991), 871-887). Accelerations satisfy the equations of motion with
/// constraints, so that the estimate is valid for every time integrator. For 3D rotations the same
/// holds for the angular velocity w, whose increment contains Magnus' term -h^3 w x w' / 12 as well
/// (Iserles and others, Acta Numerica 9 (2000), 215-365).
///
/// Norms are weighted by the mass, |e| = sqrt(e . M e): rotations and translations can be added,
/// and the result does not depend on the mesh.
class LocalError {
 public:
  /// Creates the estimator; the equations must outlive this object.
  explicit LocalError(Equations& equations) : equations_(equations), mass_(equations.mechanics()) {}

  // The following functions are collective.

  /// Returns |e| of a step of length h from `before` to the current state `now`.
  double estimate(double h, const StateVectors& before, const StateVectors& now);
  /// Returns |q| without constrained degrees of freedom.
  double sizeOf(const StateVectors& now) { return norm(now.q.get()); }

 private:
  double norm(Vec vector);
  void addRotationTerm(double h, const StateVectors& before, Vec error) const;

  Equations& equations_;
  system::MatrixFreeSystem mass_;
};

}  // namespace tenon::analysis
