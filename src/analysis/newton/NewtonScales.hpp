// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Scales of the vectors of PETSc's nonlinear solvers, which make norms and inner products
/// dimensionless:
///   unknowns [x / L; lambda / (F / s)],   residual [r / F; h / (s L)],
/// with a length L and a force F of the problem, and the norm s = |dPhi/dq| of a row. Angles and
/// their moments are converted to lengths and forces at their lever (Measure). Scales are powers of
/// two, so that they cause no round-off.
class NewtonScales {
 public:
  /// Creates the scales for a force F; 0: not known. @note Collective.
  NewtonScales(const Equations& equations, double force);

  // Returns the scales [rows of A, then of G] of this rank.
  const std::vector<double>& unknowns() const { return unknowns_; }
  const std::vector<double>& residual() const { return residual_; }

 private:
  std::vector<double> unknowns_, residual_;
};

}  // namespace tenon::analysis
