#pragma once
#include <map>
#include <memory>
#include <string>

#include "tenon/contact/ConeProblem.hpp"

namespace tenon::contact {

/// What a solve came to. Errors of impulses are measured as |x - P(x - u~ / w)| sqrt(w), w the size of each contact's
/// own block of N, over the largest |x| sqrt(w) there is or would be needed to stop one contact alone, or to change its
/// bodies' velocities by 1e-4 of them: no units, and the same for any scale of rows.
struct Outcome {
  int iterations = 0;
  double complementarity = 0.0;  ///< the largest such error
  bool converged = true;
};

/// A method for the problem. Projections keep impulses in their cones at all times.
class ConeSolver {
 public:
  struct Limits {
    double tolerance = 1e-8;  ///< of the complementarity
    int max_iterations = 10000;
    double relaxation = 1.0;  ///< of sweeps, below 2: above 1 takes more than each contact finds
  };
  virtual ~ConeSolver() = default;
  /// Collective. From the impulses given to those that solve the problem, in place.
  virtual Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) = 0;
};

/// How one is made, and what it is for in one line.
struct ConeSolverKind {
  std::unique_ptr<ConeSolver> (*make)();
  std::string help;
  bool takes_convex = false;  ///< contacts whose problem is convex

  std::unique_ptr<ConeSolver> operator()() const { return make(); }
};
/// By name. A program that has one of its own adds it before it reads a case.
std::map<std::string, ConeSolverKind>& coneSolvers();

}  // namespace tenon::contact
