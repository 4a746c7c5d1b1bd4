// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GradientSteps.hpp"

namespace tenon::analysis {

GradientSteps::GradientSteps(Equations& equations, TangentSolver& solver, base::Phases& phases,
                             const GradientTerms& terms)
    : equations_(equations), phases_(phases), sums_(equations, solver, terms), adjoint_(equations, solver) {
  requireDifferentiable(equations);
}

void GradientSteps::addStep(int step, double time, bool is_last) {
  sums_.addValues(step, time, is_last);
  if (!sums_.isEvaluatedAt(step, is_last) || !sums_.hasParameters()) return;
  addGradient(sums_.derivatives(step, time, is_last), time);
  sums_.requireUniqueMultipliers();
}

void GradientSteps::addGradient(const Cotangents& cotangents, double time) {
  const double start = MPI_Wtime();
  const AdjointSolution adjoint = adjoint_.solve(cotangents, sums_.needsReactions(), phases_);
  if (sums_.result().num_adjoints == 0) requireExactTangent(equations_, adjoint.displacement.get());
  ++sums_.result().num_adjoints;
  sums_.result().adjoint_seconds += MPI_Wtime() - start;
  sums_.addProducts(adjoint, time);
  sums_.addNearChanges();
}

}  // namespace tenon::analysis
