#pragma once
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {

/// Projected Gauss-Seidel over the contacts and rows of a rank, Jacobi between ranks: where c ranks know contacts of
/// one body each has a share 1 / c of its inertia, and the mean of what they find is its velocity, so that all together
/// never overshoot (Tonge, Benevolenski and Voroshilov, ACM Trans. Graph. 31 (2012), 105). With a relaxation other than
/// 1 what each contact finds is taken by so much and projected: PSOR.
class GaussSeidel : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<GaussSeidel>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

/// The same with a share of each body's inertia for each of its contacts and rows: all see the velocities at the
/// beginning of a sweep, so that neither their order nor the partition shows in the impulses.
class Jacobi : public ConeSolver {
 public:
  static std::unique_ptr<ConeSolver> make() { return std::make_unique<Jacobi>(); }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
