// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "queriedOptions.hpp"

#include <petscviewer.h>

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <regex>
#include <string>

#include "tenon/base/check.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {
namespace {

using Names = std::map<std::string, bool>;  // Names of options; true if the option needs a value.

// PETSc prints help by a function pointer without context, which needs this global variable.
Names* heard = nullptr;

// Returns true if the help shows a value behind a name. Booleans are flags, and so are options
// without a value behind the name: " <now 1 : formerly 1>", or " <" if several values follow one by
// one.
bool showsValue(const std::string& text, std::size_t at) {
  if (text.compare(at, 2, " <") != 0) return false;
  const std::size_t value = at + (text.compare(at + 2, 4, "now ") == 0 ? 6 : 2);
  return text.compare(value, 4, "TRUE") != 0 && text.compare(value, 5, "FALSE") != 0;
}

// Parses a line of help, "  -name <now 1 : formerly 1>: text (function)" or "  -name: text".
PetscErrorCode captureQuery(MPI_Comm, const char format[], ...) {
  char line[4096];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  const std::string text = line;
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1)) {
    if (at > 0 && !std::isspace(static_cast<unsigned char>(text[at - 1]))) continue;
    std::size_t end = at + 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
    if (end > at + 2 && std::isalpha(static_cast<unsigned char>(text[at + 1])))
      heard->emplace(text.substr(at, end - at), showsValue(text, end));
  }
  return 0;
}

// Discards lists of types, which PETSc does not print by the function pointer for help.
PetscErrorCode printNothing(FILE*, const char[], va_list) {
  return 0;
}

// Adds the options that are queried during a solve, so that no help contains them.
void addSolveOptions(KSP ksp, Names& names) {
  const char* prefix = nullptr;
  KSPGetOptionsPrefix(ksp, &prefix);
  for (const char* name :
       {"ksp_view", "ksp_view_pre", "ksp_converged_reason", "ksp_monitor", "ksp_monitor_true_residual",
        "ksp_monitor_singular_value", "ksp_view_mat", "ksp_view_rhs", "ksp_view_solution", "ksp_view_final_residual",
        "ksp_view_pmat", "ksp_view_eigenvalues", "ksp_view_singularvalues", "pc_view", "mat_view"})
    names.emplace(std::string("-") + (prefix != nullptr ? prefix : "") + name, false);
  for (const char* name : {"ksp_rtol", "ksp_atol", "ksp_max_it", "ksp_type", "pc_type"})
    names.emplace(std::string("-") + (prefix != nullptr ? prefix : "") + name, true);
}

void querySolver(KSP ksp, Names& names);

void queryLevels(PC pc, Names& names) {
  PetscInt num_levels = 0;
  if (PCMGGetLevels(pc, &num_levels) != 0) return;
  for (PetscInt level = 0; level < num_levels; ++level) {
    KSP smoother = nullptr;
    if (PCMGGetSmoother(pc, level, &smoother) == 0 && smoother != nullptr) querySolver(smoother, names);
  }
}

// Configures a new solver of the same types and prefix, because an object prints its help only when
// it is configured for the first time.
void querySolverCopy(KSP ksp) {
  KSPType type = nullptr;
  PCType pc_type = nullptr;
  const char* prefix = nullptr;
  PC pc = nullptr, twin_pc = nullptr;
  la::LinearSolver twin;
  KSPGetType(ksp, &type);
  KSPGetPC(ksp, &pc);
  PCGetType(pc, &pc_type);
  KSPGetOptionsPrefix(ksp, &prefix);
  KSPCreate(PetscObjectComm(reinterpret_cast<PetscObject>(ksp)), twin.out());
  KSPSetType(twin.get(), type);
  KSPGetPC(twin.get(), &twin_pc);
  PCSetType(twin_pc, pc_type);
  KSPSetOptionsPrefix(twin.get(), prefix);
  KSPSetFromOptions(twin.get());
}

// Collects the options of a solver and its parts. Errors are ignored, because the run ends with a
// better message.
void querySolver(KSP ksp, Names& names) {
  addSolveOptions(ksp, names);
  querySolverCopy(ksp);
  PC pc = nullptr;
  KSPGetPC(ksp, &pc);
  PetscBool is_split = PETSC_FALSE, is_grid = PETSC_FALSE;
  PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCFIELDSPLIT, &is_split);
  PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &is_grid, PCGAMG, PCMG, "");
  if (is_grid) queryLevels(pc, names);
  PetscInt num_splits = 0;
  KSP* splits = nullptr;
  if (!is_split || PCFieldSplitGetSubKSP(pc, &num_splits, &splits) != 0) return;
  for (PetscInt i = 0; i < num_splits; ++i) querySolver(splits[i], names);
  PetscFree(splits);
}

}  // namespace

std::vector<KnownOption> queriedOptions(KSP ksp) {
  Names names{{"-mat_no_inode", false}, {"-mat_view", false}};
  for (const char* name : {"-snes_view", "-snes_converged_reason", "-snes_view_solution", "-eps_view",
                           "-eps_converged_reason", "-eps_view_values"})
    names.emplace(name, false);
  // A separate database is needed: PETSc enables its help only while it reads a command line.
  PetscOptions asking_for_help = nullptr;
  TENON_PETSC(PetscOptionsCreate(&asking_for_help));
  std::string texts[] = {"tenon", "-help", "-skip_petscrc"};
  char* words[] = {texts[0].data(), texts[1].data(), texts[2].data(), nullptr};
  char** arguments = words;
  int count = 3;
  TENON_PETSC(PetscOptionsInsert(asking_for_help, &count, &arguments, nullptr));
  TENON_PETSC(PetscOptionsPush(asking_for_help));
  // PETSc prints the help of each part once per run, and counts the regular configuration as
  // printed.
  TENON_PETSC(PetscOptionsHelpPrintedDestroy(&PetscOptionsHelpPrintedSingleton));
  auto* const usual_help = PetscHelpPrintf;
  auto* const usual_print = PetscVFPrintf;
  heard = &names;
  PetscHelpPrintf = captureQuery;
  PetscVFPrintf = printNothing;
  querySolver(ksp, names);
  PetscHelpPrintf = usual_help;
  PetscVFPrintf = usual_print;
  heard = nullptr;
  TENON_PETSC(PetscOptionsPop());
  TENON_PETSC(PetscOptionsDestroy(&asking_for_help));
  std::vector<KnownOption> options;
  for (const auto& [name, needs_value] : names) {
    options.push_back({name, needs_value});
    // PETSc searches for both names.
    const std::string of_all = std::regex_replace(name, std::regex("_[0-9]+_"), "_");
    if (of_all != name) options.push_back({of_all, needs_value});
  }
  return options;
}

}  // namespace tenon::solver
