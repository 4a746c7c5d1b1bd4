// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "system/StateArrays.hpp"

namespace tenon::system {

/// Function V of the reference configuration alone, such as a volume, with its weight in an
/// objective.
struct GeometricTerm {
  std::function<double()> ofRank;  ///< returns the contribution of this rank to V; not collective
  double weight = 0.0;             ///< dJ/dV
};

/// Weights of quantities on which an objective depends explicitly, in addition to the solution.
struct ExplicitTerms {
  std::map<std::string, double> energies{};  ///< w_W: weights of the energies by the name of the force field
  std::vector<GeometricTerm> geometry{};     ///< functions V with their weights w_V

  /// Returns true if there are no such quantities.
  bool isEmpty() const { return energies.empty() && geometry.empty(); }
  /// Adds a multiple of other terms.
  void add(double factor, const ExplicitTerms& other) {
    for (const auto& [name, weight] : other.energies) energies[name] += factor * weight;
    for (const GeometricTerm& term : other.geometry) geometry.push_back({term.ofRank, factor * term.weight});
  }
};

/// Weights of the equations R = f + G^T lambda - M a and Phi + C lambda, and of the prescribed
/// displacements d, in the derivative of an objective with respect to a parameter p,
///   dJ/dp = w . dR/dp + w_L . df_L/dp + mu . d(Phi + C lambda)/dp + r . dd/dp
///         + w_W . dW/dp + w_V . dV/dp,
/// where f_L are the external loads, W the potential energies of force fields and V functions of
/// the reference configuration. All arrays refer to the current state of the model.
struct EquationWeights {
  StateArrays forces;               ///< w: weights of R by body, [numLocal x block], including ghosts
  StateArrays loads;                ///< w_L: additional weights of external loads; empty: none
  ExplicitTerms explicit_terms{};   ///< w_W and w_V
  std::vector<double> rows;         ///< mu: weights of the physical constraint rows of this rank
  std::vector<double> multipliers;  ///< lambda: physical multipliers of the rows of this rank
  StateArrays reactions;            ///< r by body, 0 at free degrees of freedom; empty: not available
  double time = 0.0;                ///< time of loads and prescribed values
};

}  // namespace tenon::system
