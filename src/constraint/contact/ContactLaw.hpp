// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Contact law of Signorini and Coulomb, as rows with a bound: a gap g for each point, and with
/// friction the slips s along the surface,
///   g + c lambda >= 0,  lambda >= 0,  (g + c lambda) lambda = 0;
///   |lambda_t| <= tau = mu lambda + a A,  lambda_t = -tau s/|s| where s != 0,
/// with the cohesion a and the area A that the point represents, A = 1 if lambda is a pressure.
/// @see analysis/ActiveSet for the solution
struct ContactLaw {
  double friction = 0.0;      ///< coefficient of friction mu
  double cohesion = 0.0;      ///< cohesion a, force/area
  std::string cone = "cone";  ///< friction cone: cone or pyramid
  double compliance = 0.0;    ///< compliance c, length/force; length/pressure for mortars
  bool active = true;         ///< false if the contact is removed

  /// Returns the number of rows per point: 1, or with friction the dimension of space.
  int rowsPerPoint(int dimension) const { return dryFriction().isEnabled() ? dimension : 1; }
  /// Returns the friction of the law.
  DryFriction dryFriction() const { return {friction, cohesion, cone == "pyramid"}; }
  /// Returns the settings of the constraint.
  ConstraintSettings settings() const;

  /// Declares the parameters of a type whose Data derives from this class.
  template <class Data>
  static void declare(base::Parameters<Data>& p) {
    p.optional("friction", static_cast<double Data::*>(&Data::friction), "",
               "Coulomb friction coefficient mu; 0: frictionless")
        .nonNegative();
    p.optional("cohesion", static_cast<double Data::*>(&Data::cohesion), "force/area",
               "tangential cohesion of a closed contact: the friction limit is mu pressure + cohesion")
        .nonNegative();
    p.optional("friction_limit", static_cast<std::string Data::*>(&Data::cone), "",
               "friction limit in 3D, either a cone (one limit for the magnitude of the tangential traction) or a "
               "pyramid (a separate limit for each tangential direction)")
        .oneOf({"cone", "pyramid"});
    p.optional("compliance", static_cast<double Data::*>(&Data::compliance), "length/force",
               "compliance c in gap + c lambda >= 0, in length/pressure if lambda is a pressure; 0: rigid")
        .nonNegative();
    p.optional("active", static_cast<bool Data::*>(&Data::active), "", "true if the contact is active");
  }
};

/// Returns the compliance of each row, nonzero for gaps only; empty if all are zero.
/// @param block  rows per point
/// @param areas  [num_rows] areas; empty if lambda is a force
std::vector<double> compliancesOfGaps(double compliance, LocalIndex num_rows, int block,
                                      const std::vector<double>& areas);

}  // namespace tenon::constraint
