#include "queriedOptions.hpp"

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <set>

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

// PETSc's help has one way out, a function pointer without context.
std::set<std::string>* heard = nullptr;

// PETSc prints the help of one prefix and title once in a run, and a normal configuration counts as printing it. So
// every part is asked under this prefix before its own.
constexpr char marker[] = "tenonasks_";

std::string unmarked(std::string name) {
  const auto at = name.find(marker);
  return at == std::string::npos ? name : name.erase(at, sizeof marker - 1);
}

// A line of help is "  -name: <now 1 : formerly 1> text (function)" or "  -name <value>".
PetscErrorCode listen(MPI_Comm, const char format[], ...) {
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
      heard->insert(unmarked(text.substr(at, end - at)));
  }
  return 0;
}

// Asked for while it solves, so that no help names them.
void addSolveOptions(KSP ksp, std::set<std::string>& names) {
  const char* prefix = nullptr;
  KSPGetOptionsPrefix(ksp, &prefix);
  for (const char* name :
       {"ksp_view", "ksp_view_pre", "ksp_converged_reason", "ksp_monitor", "ksp_monitor_true_residual",
        "ksp_monitor_singular_value", "ksp_view_mat", "ksp_view_rhs", "ksp_view_solution", "ksp_view_final_residual",
        "ksp_rtol", "ksp_atol", "ksp_max_it", "ksp_type", "pc_type"})
    names.insert(std::string("-") + (prefix != nullptr ? prefix : "") + name);
}

void ask(KSP ksp, std::set<std::string>& names);

void askLevels(PC pc, std::set<std::string>& names) {
  PetscInt num_levels = 0;
  if (PCMGGetLevels(pc, &num_levels) != 0) return;
  for (PetscInt level = 0; level < num_levels; ++level) {
    KSP smoother = nullptr;
    if (PCMGGetSmoother(pc, level, &smoother) == 0 && smoother != nullptr) ask(smoother, names);
  }
  const char* prefix = nullptr;
  PCGetOptionsPrefix(pc, &prefix);
  KSP finest = nullptr;
  if (num_levels > 1 && PCMGGetSmoother(pc, num_levels - 1, &finest) == 0)
    for (const char* name : {"ksp_type", "ksp_max_it", "pc_type", "ksp_chebyshev_esteig", "ksp_chebyshev_esteig_steps"})
      names.insert(std::string("-") + (prefix != nullptr ? prefix : "") + "mg_levels_" + name);
}

// Errors are of no interest here: the run ends with a better message.
void ask(KSP ksp, std::set<std::string>& names) {
  addSolveOptions(ksp, names);
  const char* own = nullptr;
  KSPGetOptionsPrefix(ksp, &own);
  const std::string prefix = own != nullptr ? own : "";
  KSPSetOptionsPrefix(ksp, (marker + prefix).c_str());
  KSPSetFromOptions(ksp);
  KSPSetOptionsPrefix(ksp, prefix.c_str());
  PC pc = nullptr;
  KSPGetPC(ksp, &pc);
  PetscBool is_split = PETSC_FALSE, is_grid = PETSC_FALSE;
  PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCFIELDSPLIT, &is_split);
  PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &is_grid, PCGAMG, PCMG, "");
  if (is_grid) askLevels(pc, names);
  PetscInt num_splits = 0;
  KSP* splits = nullptr;
  if (!is_split || PCFieldSplitGetSubKSP(pc, &num_splits, &splits) != 0) return;
  for (PetscInt i = 0; i < num_splits; ++i) ask(splits[i], names);
  PetscFree(splits);
}

}  // namespace

std::vector<std::string> queriedOptions(KSP ksp) {
  // What was heard stays known: a second call hears nothing.
  static std::set<std::string> names{"-mat_no_inode", "-mat_view"};
  PetscOptions asking_for_help = nullptr;
  TENON_PETSC(PetscOptionsCreate(&asking_for_help));
  char program[] = "tenon", help[] = "-help", no_file[] = "-skip_petscrc";
  char* words[] = {program, help, no_file, nullptr};
  char** arguments = words;
  int count = 3;
  TENON_PETSC(PetscOptionsInsert(asking_for_help, &count, &arguments, nullptr));
  TENON_PETSC(PetscOptionsPush(asking_for_help));
  heard = &names;
  auto* const usual = PetscHelpPrintf;
  PetscHelpPrintf = listen;
  ask(ksp, names);
  PetscHelpPrintf = usual;
  heard = nullptr;
  TENON_PETSC(PetscOptionsPop());
  TENON_PETSC(PetscOptionsDestroy(&asking_for_help));
  return {names.begin(), names.end()};
}

}  // namespace tenon::solver
