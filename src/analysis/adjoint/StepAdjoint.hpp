// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "AdjointSolution.hpp"
#include "Cotangents.hpp"
#include "StateCotangents.hpp"
#include "TangentProducts.hpp"
#include "analysis/TangentSolver.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Adjoint equations of an implicit time step with the unknowns a,
///   q = q_n + d0 + p a,   v = v0 + w a,   R = f(q, v, t) + G^T lambda - M a,   Phi + C lambda = 0.
/// With the derivatives q', v', a', lambda' of the objective at the end of the step,
///   [A^T  G^T ] [y ]   [P (a' + p q' + w v')]
///   [G    -C/k] [mu] = [-lambda'            ],   A = M - w B - p K,   nu = mu / k,
/// where k = p for rows on positions and k = w for rows on velocities. The matrix is that of
/// Newton's method at the end of the step, transposed.
///
/// The derivatives at the beginning follow from
///   q^ = q' + K^T y - G_q^T nu,   v^ = v' + B^T y - G_v^T nu,
/// which are also those of d0 and v0, and from the transposed predictor of the time integrator.
/// Rows with bounds are equations if they are active at the end of the step.
class StepAdjoint {
 public:
  /// Creates the adjoint equations; all arguments must outlive this object.
  StepAdjoint(Equations& equations, TangentSolver& solver, ImplicitStepper& stepper, TangentProducts& products)
      : equations_(equations), solver_(solver), stepper_(stepper), products_(products) {}

  /// Solves the adjoint equations of a step in the state at its end. The numbers of the time
  /// integrator must be those at the beginning of the step.
  /// @param h               length of the step
  /// @param objective       derivatives of the objectives at the end of the step
  /// @param state           derivatives with respect to the state at the end of the step, from
  ///   later steps; replaced by those at the beginning of the step
  /// @param with_reactions  true if the adjoint reactions of prescribed motion are computed
  /// @throws InputError if the matrix is not symmetric and not assembled
  /// @throws NotConvergedError if the linear solver fails
  /// @note Collective.
  AdjointSolution solve(double h, const Cotangents& objective, StateCotangents& state, bool with_reactions,
                        base::Phases& phases);

 private:
  void solve(const Kinematics& kinematics, const Cotangents& objective, const StateCotangents& end,
             AdjointSolution& adjoint, base::Phases& phases);
  PredictorCotangents predictorsOf(const StateCotangents& end, const AdjointSolution& adjoint);
  void addReactions(const Kinematics& kinematics, const StateCotangents& end, PredictorCotangents& predictors,
                    AdjointSolution& adjoint);

  Equations& equations_;
  TangentSolver& solver_;
  ImplicitStepper& stepper_;
  TangentProducts& products_;
};

/// Sets the entries of inactive rows to zero, whose multipliers are zero in a neighbourhood of the
/// solution.
/// @param rows  vector of all rows; may be nullptr
void clearInactiveRows(const Equations& equations, Vec rows);

/// Returns G^T nu of the rows on positions or on velocities, in all directions. @note Collective.
la::Vector constraintForce(const Equations& equations, Vec nu, constraint::Constraint::Level level);

}  // namespace tenon::analysis
