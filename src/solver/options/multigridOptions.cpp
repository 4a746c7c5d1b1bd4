#include "multigridOptions.hpp"

#include <vector>

namespace tenon::solver {
namespace {

/// Appends the options that both variants share, with the options of one variant between them.
void addMultigrid(Preset& preset, const std::string& prefix, const std::vector<Preset::Option>& own) {
  const auto option = [&](const std::string& name, const std::string& value, const std::string& help) {
    preset.options.push_back({"-" + prefix + name, value, help});
  };
  option("pc_type", "gamg", "algebraic multigrid on the rigid-body modes of the bodies");
  option("mg_levels_ksp_type", "chebyshev", "smoother: a polynomial, the same on any number of ranks");
  option("mg_levels_pc_type", "jacobi", "SOR can fail on held nodes, Jacobi does not");
  option("pc_gamg_coarse_eq_limit", "1000", "solved directly from here on: each further level costs iterations");
  preset.options.push_back({"-mat_no_inode", "", "PETSc's grouping of equal rows slows products with hexahedra down"});
  option("pc_gamg_threshold", "0.01", "couplings weaker than this are left out of the aggregates");
  for (const Preset::Option& one : own) option(one.name, one.value, one.help);
  preset.options.push_back(
      {"-matptap_via", "rap", "P^T (A P) instead of row by row: a quarter less of the set-up", true});
}

}  // namespace

void addStrongMultigrid(Preset& preset, const std::string& prefix) {
  addMultigrid(preset, prefix,
               {{"mg_levels_ksp_max_it", "4",
                 "steps of the smoother before and after: cells of second order need them, and fewer take as much time "
                 "by more iterations"}});
}

void addQuickMultigrid(Preset& preset, const std::string& prefix) {
  addMultigrid(
      preset, prefix,
      {{"pc_gamg_aggressive_coarsening", "2",
        "levels whose aggregates reach neighbours' neighbours: a few iterations more, but two thirds of the "
        "set-up"},
       {"mg_levels_ksp_max_it", "2", "steps of the smoother before and after; 3 take fewer iterations in more time"}});
}

void addPMultigrid(Preset& preset, const std::string& steps_below) {
  preset.for_second_order = true;
  const std::vector<Preset::Option> options{
      {"-pc_type", "tenon_p_multigrid", "first-order cells below second-order ones, algebraic multigrid below these"},
      {"-mg_levels_1_ksp_max_it", "2", "steps of the smoother on all unknowns, before and after"},
      {"-mg_levels_1_pc_type", "jacobi", "the same on any number of ranks"},
      {"-mg_coarse_mg_levels_ksp_type", "chebyshev", "smoother below: a polynomial, the same on any number of ranks"},
      {"-mg_coarse_mg_levels_pc_type", "jacobi", "SOR can fail on held nodes, Jacobi does not"},
      {"-mg_coarse_mg_levels_ksp_max_it", steps_below, "steps of the smoother below: they cost little there"},
      {"-mg_coarse_pc_gamg_threshold", "0.01", "couplings weaker than this are left out of the aggregates"},
      {"-mg_coarse_pc_gamg_coarse_eq_limit", "1000", "solved directly from here on: further levels cost iterations"},
      {"-mat_no_inode", "", "PETSc's grouping of equal rows slows products with hexahedra down"}};
  preset.options.insert(preset.options.end(), options.begin(), options.end());
}

}  // namespace tenon::solver
