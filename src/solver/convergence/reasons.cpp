// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "reasons.hpp"

#include <map>

namespace tenon::solver {

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

}  // namespace tenon::solver
