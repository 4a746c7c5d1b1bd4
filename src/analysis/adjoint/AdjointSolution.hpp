// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"
#include "solver/convergence/SolveStatistics.hpp"
#include "system/parameters/EquationWeights.hpp"

namespace tenon::analysis {

/// Solution of the adjoint equations of one step. With R = f + G^T lambda - M a, the derivative of
/// the objective with respect to a parameter p is
///   dJ/dp = y . dR/dp - nu . d(Phi + C lambda)/dp + r . dd/dp + w_L . df_L/dp
///         + w_W . dW/dp + w_V . dV/dp,
/// where d are the prescribed displacements, f_L the external loads, W the potential energies and V
/// functions of the reference configuration.
struct AdjointSolution {
  la::Vector displacement;  ///< adjoint displacement P y
  la::Vector y;             ///< P y and the weights of reactions in constrained directions
  la::Vector nu;            ///< adjoint multipliers of the rows of the system; nullptr without constraints
  la::Vector reactions;     ///< adjoint reactions r, 0 in free directions; nullptr if they were not requested
  la::Vector loads;         ///< weights w_L of the external loads
  system::ExplicitTerms explicit_terms{};  ///< weights w_W and w_V
  solver::SolveStatistics statistics;      ///< cost of the adjoint solve
};

/// Returns the weights of the equations in derivatives with respect to parameters, in the current
/// state.
/// @note Collective.
system::EquationWeights weightsOf(const Equations& equations, const AdjointSolution& adjoint, double time);

}  // namespace tenon::analysis
