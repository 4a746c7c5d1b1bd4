// The presets: each a few PETSc options and the reason for them. Add one here, and its line in registerPresets().
#include "tenon/solver/Preset.hpp"

namespace tenon::solver {
namespace {

using Multipliers = Preset::Multipliers;

// Multigrid that survives held nodes (singleton aggregates) and runs alike on every number of ranks.
void addMultigrid(Preset& preset, const std::string& prefix) {
  const auto option = [&](const char* name, const char* value, const char* help) {
    preset.options.push_back({"-" + prefix + name, value, help});
  };
  option("pc_type", "gamg", "algebraic multigrid on the rigid-body modes of the bodies");
  option("mg_levels_ksp_type", "chebyshev", "smoother: a polynomial, the same on any number of ranks");
  option("mg_levels_pc_type", "jacobi", "SOR can fail on held nodes, Jacobi does not");
  preset.options.push_back({"-mat_no_inode", "", "PETSc's grouping of equal rows slows products with hexahedra down"});
}

// Where multigrid has bodies to hold that only constraints hold, and cells of second order: robust before quick.
void addStrongMultigrid(Preset& preset, const std::string& prefix) {
  addMultigrid(preset, prefix);
  preset.options.push_back({"-" + prefix + "pc_gamg_threshold", "0.05",
                            "couplings weaker than this are left out of the aggregates: second order needs it"});
  preset.options.push_back({"-" + prefix + "mg_levels_ksp_max_it", "3",
                            "steps of the smoother before and after; 2 cost as much time, but more iterations"});
}

// Set-up costs more than the iterations, and most of it are the products P^T A P: coarsen fast.
void addQuickMultigrid(Preset& preset) {
  addMultigrid(preset, "");
  preset.options.push_back({"-pc_gamg_threshold", "0.01", "couplings weaker than this are left out of the aggregates"});
  preset.options.push_back({"-pc_gamg_aggressive_coarsening", "2",
                            "levels whose aggregates reach neighbours' neighbours: a few iterations more, but two "
                            "thirds of the set-up"});
  preset.options.push_back(
      {"-mg_levels_ksp_max_it", "2", "steps of the smoother before and after; 3 take fewer iterations in more time"});
  preset.options.push_back(
      {"-matptap_via", "rap", "P^T (A P) instead of row by row: a quarter less of the set-up", true});
}

Preset schur() {
  Preset preset{"schur",
                "scales with the mesh: FGMRES on [A G^T; G -C], multigrid on A, a Schur complement of diag(A) for the "
                "multipliers; A is augmented so that bodies held only by constraints are held in it too",
                Multipliers::required,
                {{"-ksp_type", "fgmres", "allows a preconditioner that is iterative itself"},
                 {"-ksp_rtol", "1e-8", "residual over right-hand side"},
                 {"-ksp_max_it", "500", "iterations before giving up"},
                 {"-ksp_gmres_restart", "100", "directions kept"},
                 {"-pc_type", "fieldsplit", "displacement and multipliers apart"},
                 {"-pc_fieldsplit_type", "schur", "block factors of the saddle point"},
                 {"-pc_fieldsplit_schur_fact_type", "upper", "as many iterations as 'full' with half the V-cycles"},
                 {"-pc_fieldsplit_schur_precondition", "selfp", "S ~ -C - G diag(A)^-1 G^T, assembled"},
                 {"-fieldsplit_displacement_ksp_type", "preonly", "one V-cycle on A"},
                 {"-fieldsplit_multipliers_ksp_type", "preonly", "one solve with the approximate S"},
                 {"-fieldsplit_multipliers_pc_type", "lu", "the interface is small against the bodies"},
                 {"-fieldsplit_multipliers_pc_factor_mat_solver_type", "mumps", "runs on any number of ranks"}}};
  addStrongMultigrid(preset, "fieldsplit_displacement_");
  return preset;
}

Preset cgAmg() {
  Preset preset{"cg-amg",
                "the fastest where nothing is held by multipliers: conjugate gradients with multigrid",
                Multipliers::none,
                {{"-ksp_type", "cg", "A is symmetric and positive"},
                 {"-ksp_rtol", "1e-8", "residual over right-hand side"},
                 {"-ksp_max_it", "500", "iterations before giving up"},
                 {"-ksp_norm_type", "unpreconditioned", "measures the residual itself"}},
                true};
  addQuickMultigrid(preset);
  return preset;
}

Preset gmresAmg() {
  Preset preset{"gmres-amg",
                "for systems without multipliers that are not symmetric (follower loads): GMRES with multigrid",
                Multipliers::none,
                {{"-ksp_type", "gmres", "needs no symmetry"},
                 {"-ksp_pc_side", "right", "measures the residual itself"},
                 {"-ksp_rtol", "1e-8", "residual over right-hand side"},
                 {"-ksp_max_it", "500", "iterations before giving up"},
                 {"-ksp_gmres_restart", "100", "directions kept"}}};
  addQuickMultigrid(preset);
  return preset;
}

Preset blockJacobi(const std::string& method, bool symmetric, const std::string& reason) {
  return {method + "-block-jacobi",
          reason,
          Multipliers::none,
          {{"-ksp_type", method, symmetric ? "A is symmetric and positive" : "needs no symmetry"},
           {symmetric ? "-ksp_norm_type" : "-ksp_pc_side", symmetric ? "unpreconditioned" : "right",
            "measures the residual itself"},
           {"-ksp_rtol", "1e-8", "residual over right-hand side"},
           {"-ksp_max_it", "20000", "iterations before giving up: they grow with the mesh, but each is cheap"},
           {"-pc_type", "pbjacobi", "the inverses of the nodes' diagonal blocks"}},
          symmetric,
          false};
}

Preset direct() {
  return {"direct",
          "exact and robust up to some 100,000 unknowns: MUMPS factors the whole system as one matrix, and GMRES "
          "refines the solution",
          Multipliers::either,
          {{"-ksp_type", "gmres", "one step, or a few where the factors are inexact"},
           {"-ksp_pc_side", "right", "measures the residual itself"},
           {"-ksp_rtol", "1e-11", "residual over right-hand side"},
           {"-ksp_max_it", "20", "more would mean that the factors are wrong"},
           {"-pc_type", "lu", "of the whole matrix"},
           {"-pc_factor_mat_solver_type", "mumps", "runs on any number of ranks, pivots"},
           {"-mat_mumps_icntl_14", "200", "per cent of room beyond the estimate: pivots of multipliers are put off"}}};
}

}  // namespace

void registerPresets(Presets& presets) {
  presets.add(schur());
  presets.add(cgAmg());
  presets.add(gmresAmg());
  presets.add(blockJacobi("cg", true, "needs no stored matrix: for matrix-free systems, and small ones"));
  presets.add(blockJacobi("gmres", false, "the same for systems that are not symmetric"));
  presets.add(direct());
}

}  // namespace tenon::solver
