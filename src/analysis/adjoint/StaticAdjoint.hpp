// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "AdjointSolution.hpp"
#include "Cotangents.hpp"
#include "analysis/TangentSolver.hpp"
#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::analysis {

/// Adjoint equations of a static equilibrium,
///   [-K^T  G^T] [ y]   [ P q'      ]
///   [ G    -C ] [nu] = [ -lambda'  ],   y = P y,
/// with the cotangents q' and lambda' of an objective. The matrix is that of Newton's method in the
/// state of equilibrium; the linear solver of the forward analysis solves the equations if the
/// matrix is symmetric. Otherwise the transposed matrix is assembled and solved by a solver with
/// the same options.
///
/// Rows with bounds are equations if they are active in the state of equilibrium; open rows are
/// omitted. The equations of a static equilibrium without history do not depend on earlier steps.
class StaticAdjoint {
 public:
  /// Creates the adjoint equations; all arguments must outlive this object.
  StaticAdjoint(Equations& equations, TangentSolver& solver) : equations_(equations), solver_(solver) {}

  /// Solves the adjoint equations in the current state, which must be an equilibrium.
  /// @param cotangents  derivatives of the objective
  /// @param with_reactions  true if the adjoint reactions are computed
  /// @throws InputError if the matrix is not symmetric and not assembled
  /// @throws NotConvergedError if the linear solver fails
  /// @note Collective.
  AdjointSolution solve(const Cotangents& cotangents, bool with_reactions, base::Phases& phases);

 private:
  la::Vector stiffnessTimes(Vec w);
  void clearOpenRows(Vec rows) const;

  Equations& equations_;
  TangentSolver& solver_;
  std::unique_ptr<system::LinearSystem> tangent_;  // -K without projection; created when needed
};

}  // namespace tenon::analysis
