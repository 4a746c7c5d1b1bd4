#include "ResidualHomotopy.hpp"

#include <fmt/format.h>

#include "steps/StepControl.hpp"
#include "steps/solveWithPairs.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {
namespace {

/// Scope guard: part (1 - s) of the residual that is subtracted in Newton's method.
class LeftOut {
 public:
  LeftOut(Newton& newton, const Equations& equations)
      : newton_(newton), forces_(equations.balance().free), part_of_forces_(la::like(forces_.get())) {
    if (equations.hasBounds() || equations.constraints() == nullptr) return;
    rows_ = equations.violation();
    part_of_rows_ = la::like(rows_.get());
  }
  ~LeftOut() { newton_.leaveOut(nullptr, nullptr); }
  LeftOut(const LeftOut&) = delete;
  LeftOut& operator=(const LeftOut&) = delete;

  void scale(double share) {
    TENON_PETSC(VecAXPBY(part_of_forces_.get(), share, 0.0, forces_.get()));
    if (rows_) TENON_PETSC(VecAXPBY(part_of_rows_.get(), share, 0.0, rows_.get()));
    newton_.leaveOut(part_of_forces_.get(), part_of_rows_.get());
  }

 private:
  Newton& newton_;
  la::Vector forces_, part_of_forces_, rows_, part_of_rows_;
};

}  // namespace

solver::SolveStatistics ResidualHomotopy::follow(const std::function<solver::SolveStatistics()>& solve) {
  LeftOut left_out(newton_, equations_);
  StepControl control({1.0, 1.0, cuts_, 0.0}, 1);
  control.cut();
  const la::Vector x = equations_.linearSystem().layout().makeVector();
  la::Vector multipliers;
  if (equations_.constraints() != nullptr) multipliers = equations_.constraints()->makeVector();
  equations_.getUnknowns(x.get(), multipliers.get());
  solver::SolveStatistics statistics;
  double reached = 0.0;
  while (!control.isDone()) {
    const double s = control.nextTime();
    left_out.scale(1.0 - s);
    try {
      const solver::SolveStatistics of_part = solve();
      statistics = solver::joined(statistics, of_part);
      equations_.getUnknowns(x.get(), multipliers.get());
      control.succeed(2 * of_part.solves > max_iterations_);
      reached = s;
      base::log().info("  {:.6g} of the residual: {} linear solve{}", s, of_part.solves,
                       of_part.solves == 1 ? "" : "s");
    } catch (const base::NotConvergedError& error) {
      if (!error.onAllRanks()) throw;
      equations_.setUnknowns(x.get(), multipliers.get());
      if (equations_.findPairs(share_at_begin)) equations_.setUnknowns(x.get(), multipliers.get());
      if (control.cut()) continue;
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
