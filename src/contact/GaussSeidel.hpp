#pragma once
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {

/// Projected Gauss-Seidel over the contacts and rows of a rank, Jacobi between ranks: where c ranks know contacts of
/// one body each has a share 1 / c of its inertia, and the mean of what they find is its velocity, so that all together
/// never overshoot (Tonge, Benevolenski and Voroshilov, ACM Trans. Graph. 31 (2012), 105).
class GaussSeidel : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<GaussSeidel>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
