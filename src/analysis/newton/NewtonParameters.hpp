// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {

/// Parameters of Newton's method and of the alternative nonlinear solvers in an analysis block.
struct NewtonParameters {
  double tolerance = 1e-8;  ///< relative tolerance of residuals and gaps
  int max_iterations = 25;  ///< maximum number of iterations per step
  /// Nonlinear solver and line search, see declareNewton().
  std::string method = "newton", line_search = "none";
  bool inexact = false;  ///< true if early linear systems are solved loosely

  /// Declares the parameters for the Data of an analysis, which derives from this class.
  template <class Data>
  static void declareNewton(base::Parameters<Data>& p) {
    p.optional("tolerance", static_cast<double Data::*>(&NewtonParameters::tolerance), "",
               "relative tolerance of Newton's method for nonlinear problems: residual forces relative to the load, "
               "and constraint residuals relative to the displacements")
        .positive();
    p.optional("max_iterations", static_cast<int Data::*>(&NewtonParameters::max_iterations), "",
               "maximum number of iterations of Newton's method in each step; with contact and other bounds, maximum "
               "number of iterations without progress")
        .positive();
    p.optional("method", static_cast<std::string Data::*>(&NewtonParameters::method), "",
               "nonlinear solver of a step: newton; trust-region: Newton steps restricted to the region in which the "
               "linear model is accurate; quasi-newton: L-BFGS with one tangent; conjugate-gradients: without a "
               "tangent; the last two do not support constraints")
        .oneOf({"newton", "trust-region", "quasi-newton", "conjugate-gradients"});
    p.optional(
         "line_search", static_cast<std::string Data::*>(&NewtonParameters::line_search), "",
         "line search along the Newton step: none: full step; residual: until the residual of forces and constraints "
         "decreases; critical-point: until the residual is orthogonal to the step (minimum of the energy)")
        .oneOf({"none", "residual", "critical-point"});
    p.optional("inexact", static_cast<bool Data::*>(&NewtonParameters::inexact), "",
               "solve the first linear systems loosely and later ones more accurately (inexact Newton method, "
               "Eisenstat and Walker 1996)");
  }
};

}  // namespace tenon::analysis
