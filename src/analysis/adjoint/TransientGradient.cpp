// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TransientGradient.hpp"

#include <utility>

#include "tenon/base/check.hpp"

namespace tenon::analysis {

TransientGradient::TransientGradient(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     const GradientTerms& terms, std::unique_ptr<ImplicitStepper> integrator)
    : equations_(equations),
      phases_(phases),
      stepper_(std::move(integrator)),
      sums_(equations, solver, terms),
      products_(equations),
      step_adjoint_(equations, solver, *stepper_, products_),
      start_adjoint_(equations, solver, products_,
                     [this](const AdjointSolution& adjoint, double time) { sums_.addProducts(adjoint, time); }),
      trajectory_(equations.comm(), terms.trajectory) {
  requireDifferentiable(equations);
}

void TransientGradient::addStep(int step, double time, bool is_last) {
  sums_.addValues(step, time, is_last);
  if (is_last) last_step_ = step;
}

bool TransientGradient::isEndOfStep(std::size_t index) const {
  return index + 1 == trajectory_.size() || trajectory_.step(index + 1) != trajectory_.step(index);
}

void TransientGradient::restoreNumbers(const std::vector<double>& numbers) {
  const Stepper::RestartData data = stepper_->restartData();
  base::ensure(numbers.size() == data.numbers.size(), "The trajectory belongs to another time integrator.");
  for (std::size_t n = 0; n < numbers.size(); ++n) *data.numbers[n].number = numbers[n];
}

// Later steps than the last evaluation of an objective have no effect.
const GradientResult& TransientGradient::finish() {
  if (!sums_.hasParameters()) return sums_.result();
  base::ensure(trajectory_.size() > 0, "The run has not recorded its trajectory.");
  initial_ = StateCotangents::zero(equations_.unknowns().displacement().get(), stepper_->restartData().vectors.size());
  bool has_effect = false;
  for (std::size_t i = trajectory_.size(); i-- > 0;) {
    has_effect = has_effect || (isEndOfStep(i) && sums_.isEvaluatedAt(trajectory_.step(i), isLast(i)));
    if (has_effect && trajectory_.kind(i) != TrajectoryRecord::Kind::initial) pullBack(i, initial_);
  }
  sums_.addInitialProducts(initial_.q.get(), initial_.v.get());
  restoreRecord(equations_, trajectory_.at(trajectory_.size() - 1));
  return sums_.result();
}

// Replaces the derivatives with respect to the state of a record by those with respect to the state
// of the record before.
void TransientGradient::pullBack(std::size_t index, StateCotangents& state) {
  const TrajectoryRecord record = trajectory_.at(index);
  restoreRecord(equations_, record);
  const int step = record.after.step;
  const bool is_evaluated = isEndOfStep(index) && sums_.isEvaluatedAt(step, isLast(index));
  const Cotangents objective =
      is_evaluated ? sums_.derivatives(step, record.after.time, isLast(index)) : Cotangents::zero(equations_);
  const double start = MPI_Wtime(), products = sums_.result().product_seconds;
  if (record.kind == TrajectoryRecord::Kind::step)
    pullBackStep(record, objective, state);
  else
    start_adjoint_.apply(record, trajectory_.at(index - 1), objective, state, sums_.needsReactions(), phases_);
  if (is_evaluated) sums_.requireUniqueMultipliers();
  ++sums_.result().num_adjoints;
  sums_.result().adjoint_seconds += MPI_Wtime() - start - (sums_.result().product_seconds - products);
}

void TransientGradient::pullBackStep(const TrajectoryRecord& record, const Cotangents& objective,
                                     StateCotangents& state) {
  restoreNumbers(record.stepper_numbers);
  const AdjointSolution adjoint = step_adjoint_.solve(record.length, objective, state, sums_.needsReactions(), phases_);
  if (!std::exchange(is_verified_, true)) requireExactTangent(equations_, adjoint.displacement.get());
  sums_.addProducts(adjoint, record.after.time);
  sums_.addNearChanges();
}

}  // namespace tenon::analysis
