// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ResidualHomotopy.hpp"

#include <fmt/format.h>

#include "analysis/Residual.hpp"
#include "analysis/steps/StepControl.hpp"
#include "analysis/steps/solveWithContactDetection.hpp"
#include "base/text.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {
namespace {

/// Scope guard: part (1 - s) of the residual that is subtracted in Newton's method.
class ScopedExclusion {
 public:
  ScopedExclusion(Newton& newton, const Equations& equations)
      : newton_(newton), forces_(computeResidual(equations).free), part_of_forces_(la::makeZeroLike(forces_.get())) {
    if (equations.rows().activeSet() != nullptr || equations.constraints() == nullptr) return;
    rows_ = equations.rows().residual(), part_of_rows_ = la::makeZeroLike(rows_.get());
  }
  ~ScopedExclusion() { newton_.excludeFromResidual(nullptr, nullptr); }
  ScopedExclusion(const ScopedExclusion&) = delete;
  ScopedExclusion& operator=(const ScopedExclusion&) = delete;

  void scale(double share) {
    TENON_PETSC(VecAXPBY(part_of_forces_.get(), share, 0.0, forces_.get()));
    if (rows_) TENON_PETSC(VecAXPBY(part_of_rows_.get(), share, 0.0, rows_.get()));
    newton_.excludeFromResidual(part_of_forces_.get(), part_of_rows_.get());
  }

 private:
  Newton& newton_;
  la::Vector forces_, part_of_forces_, rows_, part_of_rows_;
};

}  // namespace

solver::SolveStatistics ResidualHomotopy::follow(const std::function<solver::SolveStatistics()>& solve) {
  ScopedExclusion left_out(newton_, equations_);
  StepControl control({1.0, 1.0, cuts_, 0.0}, 1);
  control.halve();
  la::Vector x = equations_.unknowns().get(), multipliers = equations_.rows().copyMultipliers();
  solver::SolveStatistics statistics;
  double reached = 0.0;
  while (!control.isDone()) {
    const double s = control.nextTime();
    left_out.scale(1.0 - s);
    try {
      const solver::SolveStatistics of_part = solve();
      statistics = solver::combine(statistics, of_part);
      x = equations_.unknowns().get(), multipliers = equations_.rows().copyMultipliers();
      control.recordSuccess(2 * of_part.solves > max_iterations_);
      reached = s;
      base::log().info("  {:.6g} of the residual: {}", s, base::formatCount(of_part.solves, "linear solve"));
    } catch (const base::NotConvergedError& error) {
      if (!error.isOnAllRanks()) throw;
      equations_.setUnknowns(x.get(), multipliers.get());
      equations_.updatePairs(share_at_begin);
      equations_.updateActiveSet();
      if (control.halve()) continue;
      const std::string part = reached == 0.0 ? fmt::format("A load fraction of {:.3g}", control.nextTime())
                                              : fmt::format("A load fraction above {:.3g}", reached);
      base::NotConvergedError end(fmt::format("{} {} could not be applied.", error.what(), part));
      end.markOnAllRanks();
      throw end;
    }
  }
  return statistics;
}

}  // namespace tenon::analysis
