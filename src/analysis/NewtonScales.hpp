#pragma once
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Scales of the vectors that PETSc's nonlinear solvers work on, so that norms and inner products mix no units:
///   unknowns [x / L; lambda / (F / s)],   residual [r / F; h / (s L)],
/// with L a length and F a force of the problem, s the length |dPhi/dq| of a row. Unknowns that are angles and moments
/// that belong to them are lengths and forces at their lever (Measure). Scales are powers of two: nothing is rounded.
class NewtonScales {
 public:
  /// Collective. Of a force F; 0: not known.
  NewtonScales(Equations& equations, double force);

  // [rows of A, then of G] of this rank.
  const std::vector<double>& unknowns() const { return unknowns_; }
  const std::vector<double>& residual() const { return residual_; }

 private:
  std::vector<double> unknowns_, residual_;
};

}  // namespace tenon::analysis
