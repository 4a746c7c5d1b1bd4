// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "TangentSolver.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::analysis {

/// Projection of the velocities onto the constraints at the end of a step, in the norm of the mass:
///   [M  G^T] [ dv ]   [0                ]
///   [G   0 ] [ mu ] = [-(G v + dPhi/dt) ],   v <- v + dv.
/// Phi(q, t) = 0 is already satisfied. For rows on velocities G v + b replaces the right-hand side.
/// Rows with compliance do not constrain velocities. The change is of the order of the local error,
/// so that the order of the time integrator is retained.
/// @see Hairer and Wanner, Solving Ordinary Differential Equations II, 1996, chapter VII.2; Lubich,
/// Extrapolation integrators for constrained multibody systems, 1991.
class VelocityProjection {
 public:
  /// Creates a projection; `equations` and `solver` must outlive this object. `h` is the step
  /// size.
  VelocityProjection(Equations& equations, TangentSolver& solver, double h);

  /// Projects the velocities of the current state. Has no effect without constraints. Matrix and
  /// solver are created by the first call and updated later: factorisations in each step, other
  /// preconditioners if the number of iterations doubles.
  /// @throws NotConvergedError if the solver fails
  /// @note Collective.
  solver::SolveStatistics project(base::Phases& phases);

 private:
  void prepare(base::Phases& phases);
  solver::SaddleSystem saddleSystem() const;

  Equations& equations_;
  TangentSolver& tangent_;
  double h_;
  std::unique_ptr<system::AssembledSystem> mass_;
  std::unique_ptr<solver::SaddleSolver> solver_;
  solver::PreconditionerUpdate preconditioner_update_;
  int revision_ = 0;  // Equations::revision() of the last call of prepare()
  la::Vector soft_;   // compliances of this system; nullptr: none
};

}  // namespace tenon::analysis
