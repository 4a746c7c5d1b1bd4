// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "steps.hpp"

#include <mpi.h>

#include "measure.hpp"

namespace tenon::bench {
namespace {

double secondsOf(const std::vector<base::Phases::Summary>& phases, const std::string& name) {
  for (const auto& phase : phases)
    if (phase.name == name) return phase.max;
  return 0.0;
}

}  // namespace

StepTimings::StepTimings(const base::Communicator& comm, base::Phases& phases)
    : comm_(comm), phases_(phases), start_(MPI_Wtime()) {}

StepTimings StepTimings::of(const analysis::Transient::Data& data, analysis::Equations& equations,
                            analysis::TangentSolver& solver, base::Phases& phases) {
  StepTimings steps(equations.comm(), phases);
  analysis::Transient(data).run(equations, solver, phases, [&](int step, double, const auto& describe) {
    steps.add(step, describe({false, false}));
  });
  return steps;
}

void StepTimings::add(int step, const analysis::Solution& solution) {
  const auto& statistics = solution.statistics;
  sums_.push_back({comm_.max(MPI_Wtime() - start_), secondsOf(phases_.summary(), "assemble"),
                   comm_.max(statistics.setup_seconds), comm_.max(statistics.solve_seconds), statistics.iterations,
                   statistics.solves});
  if (step == 1) before_ = la::countSetups();
}

template <class Number>
double StepTimings::medianOf(Number Sums::*of) const {
  std::vector<double> differences;
  for (std::size_t i = 2; i < sums_.size(); ++i)
    differences.push_back(static_cast<double>(sums_[i].*of) - static_cast<double>(sums_[i - 1].*of));
  return median(differences);
}

nlohmann::ordered_json StepTimings::line() const {
  const la::SetupCounts made = la::countSetups() - before_;
  return {{"step_ms", 1e3 * medianOf(&Sums::time)},
          {"assemble_ms", 1e3 * medianOf(&Sums::assembly)},
          {"setup_ms", 1e3 * medianOf(&Sums::setup)},
          {"solve_ms", 1e3 * medianOf(&Sums::solve)},
          {"solves", medianOf(&Sums::solves)},
          {"its", medianOf(&Sums::iterations)},
          {"new_patterns", made.patterns},
          {"new_solvers", made.solvers},
          {"symbolic_products", made.symbolic_products}};
}

}  // namespace tenon::bench
