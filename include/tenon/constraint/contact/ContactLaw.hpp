#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// What touches, as rows with a bound: a gap g for each point, and with friction the slips s along the surface,
///   g + c lambda >= 0,  lambda >= 0,  one of them 0;   |lambda_t| <= tau = mu lambda + a A,  lambda_t = -tau s/|s|
///   where s != 0,
/// with a the cohesion and A the area that the point stands for, 1 where lambda is a pressure (Signorini; Coulomb). How
/// that is solved: analysis/ActiveSet.
struct ContactLaw {
  double friction = 0.0;      ///< mu
  double cohesion = 0.0;      ///< a
  std::string cone = "cone";  ///< or "pyramid"
  double compliance = 0.0;    ///< c
  bool active = true;

  /// Rows for each point.
  int rowsPerPoint(int dimension) const { return dry().isThere() ? dimension : 1; }
  DryFriction dry() const { return {friction, cohesion, cone == "pyramid"}; }
  /// What the settings of a constraint are then.
  ConstraintSettings settings() const;

  /// Declares the parameters of a type whose Data derives from this.
  template <class Data>
  static void declare(base::Parameters<Data>& p) {
    p.optional("friction", static_cast<double Data::*>(&Data::friction), "", "Coulomb's coefficient mu; 0: none")
        .nonNegative();
    p.optional("cohesion", static_cast<double Data::*>(&Data::cohesion), "force/area",
               "what holds back slips beside friction, while it is closed: at most mu pressure + cohesion")
        .nonNegative();
    p.optional("friction_limit", static_cast<std::string Data::*>(&Data::cone), "",
               "in space: whether both directions across the normal have one limit together, or each its own")
        .oneOf({"cone", "pyramid"});
    p.optional("compliance", static_cast<double Data::*>(&Data::compliance), "length/force",
               "c of gap + c lambda >= 0, times an area where lambda is a pressure; 0: rigid")
        .nonNegative();
    p.optional("active", static_cast<bool Data::*>(&Data::active), "", "whether it is there at all");
  }
};

/// c of each row: of gaps alone, in blocks of so many rows. `areas`: empty where lambda is a force.
std::vector<double> compliancesOfGaps(double compliance, LocalIndex num_rows, int block,
                                      const std::vector<double>& areas);

}  // namespace tenon::constraint
