#include "configure.hpp"

#include <fmt/format.h>

#include <cctype>

#include "Operators.hpp"
#include "preconditioners.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

// PETSc tells the value that it does not understand, but not whose it is.
std::string optionsNamedIn(const std::string& text, const SolverOptions& options) {
  std::string named;
  for (const auto& option : options.inForce()) {
    const std::string value = option.value.value_or("");
    const auto at = value.empty() ? std::string::npos : text.find(' ' + value);
    if (at == std::string::npos || std::isalnum(static_cast<unsigned char>(text[at + 1 + value.size()])) != 0) continue;
    named += fmt::format("{} {} {} of {}", named.empty() ? "; see" : ",", option.name, value, option.where);
  }
  return named;
}

}  // namespace

// What the user wrote and PETSc refuses is the user's to mend.
void configure(PetscErrorCode code, const SolverOptions& options) {
  if (code != 0) rethrowPending();
  const bool refused = code == PETSC_ERR_ARG_UNKNOWN_TYPE || code == PETSC_ERR_ARG_OUTOFRANGE ||
                       code == PETSC_ERR_ARG_WRONG || code == PETSC_ERR_USER || code == PETSC_ERR_SUP ||
                       code == PETSC_ERR_MISSING_FACTOR || code == PETSC_ERR_ARG_INCOMP;
  if (!refused) return base::checkPetsc(code, "the set-up of the solver", TENON_WHERE);
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  const std::string reason = fmt::format("{} {}", text != nullptr ? text : "", specific != nullptr ? specific : "");
  throw base::InputError(
      fmt::format("PETSc refuses the solver's options: {}{}", reason, optionsNamedIn(reason + " ", options)));
}

void requireEntries(KSP ksp) {
  PC pc = nullptr;
  Mat matrix = nullptr;
  PCType type = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCGetOperators(pc, nullptr, &matrix));
  TENON_PETSC(PCGetType(pc, &type));
  if (!isShell(matrix)) return;
  PetscBool works = PETSC_FALSE;
  TENON_PETSC(
      PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &works, PCNONE, PCJACOBI, PCPBJACOBI, PCSHELL, ""));
  if (works == PETSC_FALSE)
    throw base::InputError(
        fmt::format("The preconditioner '{}' needs the entries of a matrix, but the system is matrix-free: give it a "
                    "system of its own, by `preconditioner: {{type: system}}` in the solver block, or choose -pc_type "
                    "pbjacobi, jacobi or none.",
                    type));
}

}  // namespace tenon::solver
