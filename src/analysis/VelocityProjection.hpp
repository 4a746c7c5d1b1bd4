#pragma once
#include <memory>

#include "tenon/analysis/TangentSolver.hpp"
#include "tenon/system/AssembledSystem.hpp"

namespace tenon::analysis {

/// Velocities that fulfil what constraints ask of them, next to those that a stepper gives in the norm of the mass:
///   [M  G^T] [ dv ]   [0                ]
///   [G   0 ] [ mu ] = [-(G v + dPhi/dt) ],   v <- v + dv,
/// at the end of a step, where Phi(q, t) = 0 holds; of rows on velocities G v + b instead. Rows with compliance ask
/// nothing of velocities. (Hairer and Wanner, Solving Ordinary Differential Equations II, 1996, chapter VII.2; Lubich,
/// Extrapolation integrators for constrained multibody systems, 1991.) The change is of the order of the step's error,
/// so that the stepper keeps its own.
class VelocityProjection {
 public:
  /// Both have to outlive this; `h`: length of a step.
  VelocityProjection(Equations& equations, TangentSolver& solver, double h);

  /// Collective. Changes the velocities of the present motion; nothing without constraints. Matrix and solver are made
  /// at the first call and follow later; factors at each step, other preconditioners when iterations double.
  /// NotConvergedError where the solver fails.
  solver::SolveStatistics project(base::Phases& phases);

 private:
  void prepare(base::Phases& phases);
  solver::SaddleSystem saddleSystem() const;

  Equations& equations_;
  TangentSolver& tangent_;
  double h_;
  std::unique_ptr<system::AssembledSystem> mass_;
  std::unique_ptr<solver::SaddleSolver> solver_;
  solver::Renewal renewal_;
  la::Vector soft_;  // what compliance is to be here; nullptr: there is none
};

}  // namespace tenon::analysis
