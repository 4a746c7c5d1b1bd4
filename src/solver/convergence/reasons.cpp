#include "reasons.hpp"

#include <map>

namespace tenon::solver {

std::string reasonInWords(const std::string& reason) {
  static const std::map<std::string, std::string> words{
      {"CONVERGED_RTOL", "it took the residual of its own for small enough"},
      {"CONVERGED_RTOL_NORMAL", "it took the residual of its own for small enough"},
      {"CONVERGED_ATOL", "the residual fell below -ksp_atol, or what a further round was asked for"},
      {"CONVERGED_ITS", "it was told to stop after a number of iterations"},
      {"CONVERGED_HAPPY_BREAKDOWN", "no further direction was left"},
      {"DIVERGED_ITS", "-ksp_max_it iterations were not enough"},
      {"DIVERGED_DTOL", "the residual grew"},
      {"DIVERGED_BREAKDOWN", "no further direction was left before the residual was small"},
      {"DIVERGED_INDEFINITE_PC", "the preconditioner is indefinite, but the method needs a positive one"},
      {"DIVERGED_INDEFINITE_MAT", "the matrix is indefinite, but the method needs a positive one"},
      {"DIVERGED_NANORINF", "a number was not finite"},
      {"DIVERGED_PC_FAILED", "a factorisation failed, often on a singular matrix"}};
  const auto found = words.find(reason);
  return found == words.end() ? "see PETSc's manual of KSPConvergedReason" : found->second;
}

}  // namespace tenon::solver
