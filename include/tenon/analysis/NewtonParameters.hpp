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
               "of Newton's method, where a force or a constraint is not linear: what is left of the forces over the "
               "load, and of gaps over the displacements")
        .positive();
    p.optional("max_iterations", static_cast<int Data::*>(&NewtonParameters::max_iterations), "",
               "of Newton's method, in each step; with contacts and other bounds: of those without progress")
        .positive();
    p.optional(
         "method", static_cast<std::string Data::*>(&NewtonParameters::method), "",
         "how a step's equations are solved where they are not linear: newton; trust-region: its steps, as long "
         "as the linear model can be trusted; quasi-newton: L-BFGS from one tangent; conjugate-gradients: without "
         "any; the last two without constraints")
        .oneOf({"newton", "trust-region", "quasi-newton", "conjugate-gradients"});
    p.optional("line_search", static_cast<std::string Data::*>(&NewtonParameters::line_search), "",
               "how far Newton's step is followed: none: all of it; residual: as far as what is left of forces and "
               "gaps gets less; critical-point: to where no force is left along it, the least energy")
        .oneOf({"none", "residual", "critical-point"});
    p.optional("inexact", static_cast<bool Data::*>(&NewtonParameters::inexact), "",
               "solve Newton's first steps loosely, the next ones better (Eisenstat and Walker, 1996)");
  }
};

}  // namespace tenon::analysis
