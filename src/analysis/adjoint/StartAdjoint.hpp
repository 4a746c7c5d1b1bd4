// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "AdjointSolution.hpp"
#include "Cotangents.hpp"
#include "StateCotangents.hpp"
#include "TangentProducts.hpp"
#include "Trajectory.hpp"
#include "analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Adjoint equations of a consistent start (consistentStart()), which computes accelerations a and
/// multipliers lambda from
///   f(q, v) + G^T lambda - M a = 0,   g = d^2/ds^2 Phi(q + s v + s^2 a / 2, t + s) = 0,
/// after the velocities have been projected onto dPhi/dt = 0 by impulses pi,
///   M (v - v_given) = G^T pi.
///
/// Both adjoint systems have the matrix [M G^T; G 0]. The derivatives of g and dPhi/dt follow from
/// differences of G^T nu, and from products with parameters, along the motion q + s v + s^2 a / 2:
///   d(nu . g)/dq = d^2/ds^2 G^T nu,   d(nu . g)/dv = 2 d/ds G^T nu.
///
/// Rows with compliance are equations Phi + C lambda = 0. Prescribed velocities and accelerations
/// are differences of prescribed displacements, as in consistentStart().
class StartAdjoint {
 public:
  /// Function that adds the products of adjoint weights with derivatives by parameters, in the
  /// current state of the equations.
  /// @note Collective.
  using AddProducts = std::function<void(const AdjointSolution& adjoint, double time)>;

  /// Creates the adjoint equations; all arguments must outlive this object.
  StartAdjoint(Equations& equations, TangentSolver& solver, TangentProducts& products, AddProducts add_products)
      : equations_(equations), solver_(solver), products_(products), add_products_(std::move(add_products)) {}

  /// Solves the adjoint equations and adds the products with parameters.
  /// @param start           record of the consistent state
  /// @param given           record of the state before
  /// @param objective       derivatives of objectives in the consistent state
  /// @param state           derivatives with respect to the consistent state; replaced by those
  ///   with respect to the given state, whose accelerations have no effect
  /// @param with_reactions  true if parameters depend on prescribed displacements
  /// @throws InputError if the start has no derivative
  /// @throws NotConvergedError if the linear solver fails
  /// @note Collective.
  solver::SolveStatistics apply(const TrajectoryRecord& start, const TrajectoryRecord& given,
                                const Cotangents& objective, StateCotangents& state, bool with_reactions,
                                base::Phases& phases);

 private:
  class Motion;
  struct Solution;

  void place(const TrajectoryRecord& start);
  Solution solve(Vec f, Vec g, base::Phases& phases);
  void requireOpenBounds(double time) const;
  la::Vector compliantRows(Vec nu) const;
  la::Vector equationRows(Vec nu) const;
  void addExplicitTerms(const TrajectoryRecord& start, const Cotangents& objective);
  void pullBackAccelerations(const TrajectoryRecord& start, const Cotangents& objective, StateCotangents& state,
                             la::Vector& of_prescribed, base::Phases& phases);
  void pullBackVelocities(const TrajectoryRecord& start, const TrajectoryRecord& given, StateCotangents& state,
                          base::Phases& phases);
  void addImpulses(const TrajectoryRecord& start, Vec jump, Vec y, StateCotangents& state, base::Phases& phases);
  void addRotationOfImpulses(const TrajectoryRecord& start, Vec impulses, Vec y, StateCotangents& state);
  void addAlongMotion(const TrajectoryRecord& start, Vec nu, bool of_accelerations, StateCotangents& state);
  void addPrescribed(const TrajectoryRecord& start, const StateCotangents& state, Vec of_accelerations);

  Equations& equations_;
  TangentSolver& solver_;
  TangentProducts& products_;
  AddProducts add_products_;
  solver::SolveStatistics statistics_;
};

}  // namespace tenon::analysis
