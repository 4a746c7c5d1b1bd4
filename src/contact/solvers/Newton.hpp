#pragma once
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {

/// Semismooth Newton on the natural map of Coulomb's law itself (Alart and Curnier 1991; Macklin, Erleben, Mueller,
/// Chentanez, Jeschke and Makoviychuk, ACM Trans. Graph. 38 (2019), 140): quadratic near a solution, whatever masses.
/// Step lengths are those of Armijo's condition on |F|^2, all samples of which are taken at once; where none fulfils
/// it, the best one. Far from a solution, and where steps stall, accelerated gradients bring it nearer, more of them
/// each time: where impulses are not unique, such as in packings with friction, they may do all of the work.
///
/// Iterations are those of both kinds.
class Newton : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<Newton>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
