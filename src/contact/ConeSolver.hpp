// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <string>

#include "ConeProblem.hpp"

namespace tenon::contact {

/// Result of a solution of a ConeProblem.
///
/// The error of the impulses of a contact is |x - P(x - u~ / w)| sqrt(w) with the projection P on
/// the cone and the magnitude w of the diagonal block of N. It is divided by the largest value of
/// |x| sqrt(w) that occurs, that would stop one contact alone, or that would change the velocities
/// of its bodies by the fraction 1e-4. The error has no unit and does not depend on the scale of
/// the rows.
struct Outcome {
  int iterations = 0;            ///< number of iterations
  double complementarity = 0.0;  ///< largest relative error of the impulses
  bool converged = true;         ///< true if the error is below the tolerance
};

/// Solver of the cone complementarity problem. Projections keep the impulses in their cones in all
/// iterations.
class ConeSolver {
 public:
  /// Termination criteria and parameters of a solver.
  struct Limits {
    double tolerance = 1e-8;     ///< upper limit of Outcome::complementarity
    int max_iterations = 10000;  ///< maximum number of iterations
    double relaxation = 1.0;     ///< relaxation factor of sweeps, below 2; values above 1 over-relax
  };
  virtual ~ConeSolver() = default;
  /// Solves the problem.
  /// @param x  initial guess on entry, solution on return
  /// @note Collective.
  virtual Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) = 0;
};

/// Factory of a solver and its description in one line.
struct ConeSolverKind {
  std::unique_ptr<ConeSolver> (*make)();  ///< creates a solver
  std::string help;                       ///< description for the list of solvers
  bool takes_convex = false;  ///< true if the solver admits contacts with the convex law (Contact::is_convex)

  /// Creates a solver.
  std::unique_ptr<ConeSolver> operator()() const { return make(); }
};
/// Returns the registry of solvers by name. Programs add their own solvers before they read a case.
std::map<std::string, ConeSolverKind>& coneSolvers();

}  // namespace tenon::contact
