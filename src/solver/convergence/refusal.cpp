#include "refusal.hpp"

#include <fmt/format.h>

#include "reasons.hpp"

namespace tenon::solver {

std::string refusalOf(const BlockResidual& residual, const BlockResidual::Ratio& change, double limit,
                      const SolveStatistics& statistics) {
  if (residual.isSmall(limit))
    return fmt::format(
        "The linear system is singular to working precision: its residual is down at round-off, but one more step of "
        "refinement changes the displacement{} by {:.1e} of itself (at most {:.0e} is accepted).",
        change.where, change.value, BlockResidual::standstill);
  const bool displacement = !(residual.ofDisplacement().value <= limit);
  const BlockResidual::Ratio& worst = displacement ? residual.ofDisplacement() : residual.ofMultipliers();
  return fmt::format(
      "The linear solver did not converge: the residual of the {} block{} is {:.2e} of its terms (at most {:.0e} is "
      "accepted) after {} iterations. PETSc ended with {}: {}.",
      displacement ? "displacement" : "multipliers", worst.where, worst.value, limit, statistics.iterations,
      statistics.reason, reasonInWords(statistics.reason));
}

std::string adviceOn(KSPConvergedReason reason, bool is_direct, bool has_splits) {
  if (is_direct)
    return "Factors that are no better mean a system that is next to singular: look for parts that hardly anything "
           "holds, cells without volume, and stiffnesses that differ by many orders.";
  std::string text = "To go on, try the preset 'direct'";
  if (reason == KSP_DIVERGED_ITS) text += ", or a larger -ksp_max_it";
  if (has_splits) text += ", or another `augmentation` in the solver block (0.3 to 3)";
  return text +
         "; first of all look for Poisson's ratios next to 0.5, very flat cells, and parts that hardly anything holds.";
}

}  // namespace tenon::solver
