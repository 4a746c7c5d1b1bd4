// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"
#include "system/parameters/EquationWeights.hpp"

namespace tenon::analysis {

/// Derivatives of an objective with respect to the solution at the end of a step. All vectors are
/// over the layout of the linear system, except `multipliers`.
struct Cotangents {
  la::Vector q;            ///< dJ/dq at fixed multipliers
  la::Vector v;            ///< dJ/dv; 0 in statics
  la::Vector a;            ///< dJ/da; 0 in statics
  la::Vector multipliers;  ///< dJ/dlambda with respect to the multipliers of the system; nullptr without constraints
  /// Weights w of an additional term w . (f + G^T lambda - M a) of the objective. Such a term
  /// represents reactions: w is nonzero in constrained directions only.
  la::Vector residual;
  /// dJ/df_L at fixed q, the derivative with respect to the external loads.
  la::Vector loads;
  /// dJ/dW of potential energies W of force fields, and functions of the reference configuration on
  /// which J depends: the explicit dependence of J on parameters, in addition to `q`.
  system::ExplicitTerms explicit_terms{};

  /// Returns zero cotangents. @note Collective.
  static Cotangents zero(const Equations& equations);
  /// Adds a multiple of other cotangents. @note Collective.
  void add(double factor, const Cotangents& other);
};

}  // namespace tenon::analysis
