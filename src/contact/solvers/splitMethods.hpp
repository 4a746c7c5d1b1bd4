#pragma once
#include "tenon/contact/ConeSolver.hpp"

// Methods that solve linear systems by conjugate gradients, between projections.
namespace tenon::contact {

/// Gradient projection finds the faces of the cones on which impulses lie, conjugate gradients minimise there, and a
/// projected search brings the way back into the cones (More and Toraldo, SIAM J. Optim. 1 (1991), 93-113; for cones
/// and in the order of steps akin to MPRGP: Dostal and Kozubek, Math. Program. 135 (2012), 195-220). A face is the
/// range of the projection's Jacobian: all of what sticks, rays and turns of what slides, nothing of what is open.
/// Where the error stays, accelerateGradients() goes on.
class ConjugateGradient : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<ConjugateGradient>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

/// Alternating directions of multipliers: (N + rho) y by conjugate gradients, then a projection, with over-relaxation
/// and a rho that balances both residuals (Boyd, Parikh, Chu, Peleato and Eckstein, Found. Trends Mach. Learn. 3
/// (2011), 1-122; for contacts: Tasora, Mangoni, Benatti and Garziera, Int. J. Numer. Meth. Eng. 122 (2021),
/// 4093-4113).
class AlternatingDirections : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<AlternatingDirections>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
