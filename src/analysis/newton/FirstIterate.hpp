// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>

#include "analysis/Residual.hpp"
#include "analysis/TangentSolver.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {

/// First iterate of Newton's method in a step with changed Dirichlet values.
///
/// Let x_n be the unknowns before the change and d the increment of the prescribed degrees of
/// freedom. The linear system is assembled at x_n, and d is part of the increment:
///   A dx - G^T dlambda = P (r(x_n) - A d),   G dx + C/k dlambda = -h(x_n) / k - G d,
///   x = x_n + d + dx.
/// The free degrees of freedom therefore follow the prescribed ones. If instead the iteration
/// started from x_n + d, the elements adjacent to the prescribed nodes would undergo the whole
/// deformation, which inverts them or compresses nearly incompressible materials.
class FirstIterate {
 public:
  /// Creates a predictor; both arguments must outlive this object.
  FirstIterate(Equations& equations, TangentSolver& solver) : equations_(equations), solver_(solver) {}

  /// Result of a prediction.
  struct Prediction {
    solver::SolveStatistics statistics;  ///< statistics of one linear solve
    /// Norm of the residual at x_n, or of the reactions, constraint forces or inertia forces there
    /// if larger.
    double load = 0.0;
  };

  /// Sets unknowns and multipliers to the first iterate. On entry, the Dirichlet values of the step
  /// are imposed, and the other unknowns are those of `start`. Active rows are decided in this
  /// state, because contact with a moving support is visible only there.
  /// @param start unknowns x_n
  /// @return nothing if no Dirichlet value has changed by more than round-off, if the linear system
  ///   at x_n cannot be solved, or if the residual of the iterate is not finite. The state is then
  ///   that on entry.
  /// @note Collective.
  std::optional<Prediction> predict(base::Phases& phases, Vec start);

 private:
  la::Vector changeFrom(Vec start) const;
  Prediction solve(base::Phases& phases, Vec start, Vec change, Vec multipliers);
  la::Vector forcesOf(Vec change);
  la::Vector rowsOf(Vec change) const;
  void moveTo(Vec x, Vec multipliers);
  bool isFinite() const;

  Equations& equations_;
  TangentSolver& solver_;
  std::unique_ptr<system::MatrixFreeSystem> tangent_;  // A with the rows and columns of prescribed unknowns
};

}  // namespace tenon::analysis
