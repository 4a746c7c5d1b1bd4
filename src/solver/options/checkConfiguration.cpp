// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "checkConfiguration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <sstream>

#include "solver/preconditioners/isShell.hpp"
#include "solver/preconditioners/preconditioners.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

std::optional<double> numberOf(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' ? std::nullopt : std::optional<double>(value);
}

/// Returns true if a word of a message equals a value; numbers may differ in form.
bool hasValue(std::string word, const std::string& value) {
  const auto isMark = [](char c) { return c == ',' || c == ';' || c == '"' || c == ')' || c == '('; };
  word.erase(std::remove_if(word.begin(), word.end(), isMark), word.end());
  if (word == value || word == value + "." || word == value + "!") return true;
  const auto said = numberOf(word), meant = numberOf(value);
  return said && meant && (*said == *meant || (std::isnan(*said) && std::isnan(*meant)));
}

// Returns the options whose values occur in a message of PETSc, which contains the rejected value,
// but not its option, and no value if there is none.
std::string optionsNamedIn(const std::string& text, const SolverOptions& options) {
  std::istringstream stream(text);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  std::string named, bare;
  for (const auto& option : options.activeOptions()) {
    if (!option.value) {
      if (option.source > OptionSource::environment)
        bare += fmt::format("{} {} from {}", bare.empty() ? "" : ",", option.name, option.where);
      continue;
    }
    if (std::any_of(words.begin(), words.end(), [&](const std::string& word) { return hasValue(word, *option.value); }))
      named += fmt::format("{} {} {} from {}", named.empty() ? "; see" : ",", option.name, *option.value, option.where);
  }
  return named.empty() && !bare.empty() ? fmt::format("; perhaps one that needs a value:{}", bare) : named;
}

}  // namespace

// Throws an exception. If PETSc rejects an option of the user, the exception is an InputError.
void checkConfiguration(PetscErrorCode code, const SolverOptions& options) {
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
      fmt::format("PETSc rejects the options of the solver: {}{}", reason, optionsNamedIn(reason, options)));
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
        fmt::format("The preconditioner '{}' needs the entries of a matrix, but the system is matrix-free: specify a "
                    "separate system for the preconditioner with `preconditioner: {{type: system}}` in the solver "
                    "block, or choose -pc_type pbjacobi, jacobi or none.",
                    type));
}

}  // namespace tenon::solver
