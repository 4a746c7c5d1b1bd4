// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "describeRejection.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace tenon::solver {
namespace {

/// Returns a description of a KSPConvergedReason, which is given by its PETSc name.
std::string describeReason(const std::string& reason) {
  static const std::map<std::string, std::string> words{
      {"CONVERGED_RTOL", "the residual norm monitored by PETSc is below -ksp_rtol"},
      {"CONVERGED_RTOL_NORMAL", "the residual norm monitored by PETSc is below -ksp_rtol"},
      {"CONVERGED_ATOL", "the residual is below -ksp_atol, or below the tolerance of a refinement step"},
      {"CONVERGED_ITS", "the prescribed number of iterations was performed"},
      {"CONVERGED_HAPPY_BREAKDOWN", "the Krylov space was exhausted"},
      {"DIVERGED_ITS", "the iteration limit -ksp_max_it was reached"},
      {"DIVERGED_DTOL", "the residual diverged"},
      {"DIVERGED_BREAKDOWN", "the Krylov space was exhausted before convergence"},
      {"DIVERGED_INDEFINITE_PC", "the preconditioner is indefinite, but the method needs a positive definite one"},
      {"DIVERGED_INDEFINITE_MAT", "the matrix is indefinite, but the method needs a positive definite one"},
      {"DIVERGED_NANORINF", "a value is infinite or NaN"},
      {"DIVERGED_PC_FAILED", "a factorisation failed, often on a singular matrix"}};
  const auto found = words.find(reason);
  return found == words.end() ? "see KSPConvergedReason in the PETSc manual" : found->second;
}

}  // namespace

std::string describeRejection(const BlockResidual& residual, const BlockResidual::Ratio& change, double limit,
                              const SolveStatistics& statistics) {
  if (residual.isSmall(limit))
    return fmt::format(
        "The linear system is singular to working precision: its residual is at round-off level, but one more "
        "refinement step changes the displacement{} by the relative amount {:.1e} (tolerance {:.0e}).",
        change.where, change.value, BlockResidual::standstill);
  const bool displacement = !(residual.displacementRatio().value <= limit);
  const BlockResidual::Ratio& worst = displacement ? residual.displacementRatio() : residual.multiplierRatio();
  return fmt::format(
      "The linear solver did not converge: the relative residual of the {} block{} is {:.2e} (tolerance {:.0e}) after "
      "{}. PETSc ended with {}: {}.",
      displacement ? "displacement" : "multiplier", worst.where, worst.value, limit,
      base::formatCount(statistics.iterations, "iteration"), statistics.reason, describeReason(statistics.reason));
}

std::string adviceForReason(KSPConvergedReason reason, bool is_direct, bool has_splits, bool is_rhs_finite) {
  if (!is_rhs_finite)
    return "The right-hand side contains infinite or NaN values: check the states, the loads and the constraints.";
  if (is_direct)
    return "Such a low accuracy of a direct solver indicates a nearly singular system: look for insufficiently "
           "supported parts, degenerate cells, and stiffnesses that differ by many orders of magnitude.";
  std::string text = "Try the preset 'direct'";
  if (reason == KSP_DIVERGED_ITS) text += ", or a larger -ksp_max_it";
  if (has_splits) text += ", or another `augmentation` in the solver block (0.3 to 3)";
  return text + "; first check for Poisson's ratios close to 0.5, very flat cells, and insufficiently supported parts.";
}

}  // namespace tenon::solver
