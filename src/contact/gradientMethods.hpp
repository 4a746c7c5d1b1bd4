#pragma once
#include "tenon/contact/ConeSolver.hpp"

// Methods that ask for one product with N in each iteration.
namespace tenon::contact {

/// Nesterov's accelerated projected gradients with restarts (Mazhar, Heyn, Negrut and Tasora, ACM Trans. Graph. 34
/// (2015), 32). Collective.
Outcome accelerateGradients(const ConeProblem& problem, const ConeSolver::Limits& limits, Impulses& x);

/// That; where a small problem is not solved soon, as of a tall stack, Newton tries once, and what it does not solve is
/// left to gradients again.
class AcceleratedGradient : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<AcceleratedGradient>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

/// The spectral projected gradient of Barzilai and Borwein's steps (Birgin, Martinez and Raydan, SIAM J. Optim. 10
/// (2000), 1196-1211; for contacts: Heyn, Anitescu, Tasora and Negrut, Int. J. Numer. Meth. Eng. 95 (2013), 541-561).
class BarzilaiBorwein : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<BarzilaiBorwein>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
