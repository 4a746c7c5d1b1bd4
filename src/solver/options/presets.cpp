// Presets: each consists of a few PETSc options and their reason. A new preset is a function here
// and a line in registerPresets().
#include "tenon/solver/Preset.hpp"

#include "multigridOptions.hpp"

namespace tenon::solver {
namespace {

using Multipliers = Preset::Multipliers;
using Options = std::vector<Preset::Option>;

Options gmres(const char* tolerance, const char* most) {
  return {{"-ksp_type", "gmres", "no requirement of the preconditioner but that it stays the same"},
          {"-ksp_pc_side", "right", "measures the residual itself"},
          {"-ksp_rtol", tolerance, "residual over right-hand side"},
          {"-ksp_max_it", most, "iterations before giving up"}};
}

Options conjugateGradients(const char* type, const char* why) {
  return {{"-ksp_type", type, why},
          {"-ksp_rtol", "1e-8", "residual over right-hand side"},
          {"-ksp_max_it", "500", "iterations before giving up"},
          {"-ksp_norm_type", "unpreconditioned", "measures the residual itself"}};
}

Options eliminated(Options options) {
  options.insert(options.begin(),
                 {"-saddle_form", "primal", "u = T u_m; multipliers follow from the rows of what was given up"});
  return options;
}

// Returns `schur` or `few-rows`, without the multigrid on A.
Preset onSchurComplement(const std::string& name, const std::string& reason, Multipliers multipliers) {
  return {name,
          reason,
          multipliers,
          {{"-ksp_type", "fgmres", "allows a preconditioner that is iterative itself"},
           {"-ksp_rtol", "1e-8", "residual over right-hand side"},
           {"-ksp_max_it", "500", "iterations before giving up"},
           {"-ksp_gmres_restart", "100", "directions kept"},
           {"-pc_type", "fieldsplit", "displacement and multipliers apart"},
           {"-pc_fieldsplit_type", "schur", "block factors of the saddle point"},
           {"-pc_fieldsplit_schur_fact_type", "upper", "as many iterations as 'full' with half the V-cycles"},
           {"-pc_fieldsplit_schur_precondition", "selfp",
            "S ~ -C - G diag(A)^-1 G^T, assembled, A augmented: spectrally equivalent, and as well conditioned "
            "as mass matrices"},
           {"-fieldsplit_displacement_ksp_type", "preonly", "one V-cycle on A"},
           {"-fieldsplit_multipliers_ksp_type", "preonly", "one solve with the approximate S, as follows"},
           {"-fieldsplit_multipliers_pc_type", "ksp", "products with the assembled S only: no V-cycles inside"},
           {"-fieldsplit_multipliers_ksp_ksp_type", "gmres", "needs no factors, hence scales; no symmetry either"},
           {"-fieldsplit_multipliers_ksp_ksp_rtol", "0.1", "factors of S save no outer iteration beyond this"},
           {"-fieldsplit_multipliers_ksp_ksp_max_it", "100", "a tie takes 10; long chains of constraints more"},
           {"-fieldsplit_multipliers_ksp_ksp_gmres_restart", "100", "directions kept"},
           {"-fieldsplit_multipliers_ksp_pc_type", "jacobi", "the same on any number of ranks"}}};
}

Preset schur() {
  Preset preset = onSchurComplement(
      "schur",
      "scales with the mesh: FGMRES on [A G^T; G -C], multigrid on A, a Schur complement of diag(A) for the "
      "multipliers; A is augmented so that bodies held only by constraints are held in it too",
      Multipliers::required);
  addStrongMultigrid(preset, "fieldsplit_displacement_");
  return preset;
}

Preset fewRows() {
  Preset preset = onSchurComplement(
      "few-rows",
      "for up to 32 rows beside a thousand times as many unknowns (means, volumes, centres of mass): 'schur' with the "
      "multigrid of 'cg-amg', which has hardly more to do than without them",
      Multipliers::few);
  addQuickMultigrid(preset, "fieldsplit_displacement_");
  return preset;
}

Preset cgAmg() {
  Preset preset{"cg-amg", "the fastest where nothing is held by multipliers: conjugate gradients with multigrid",
                Multipliers::none, conjugateGradients("cg", "A is symmetric and positive"), true};
  addQuickMultigrid(preset);
  return preset;
}

Preset gmresAmg() {
  Preset preset{"gmres-amg",
                "for systems without multipliers that are not symmetric (follower loads): GMRES with multigrid",
                Multipliers::none, gmres("1e-8", "500")};
  preset.options.push_back({"-ksp_gmres_restart", "100", "directions kept"});
  addQuickMultigrid(preset);
  return preset;
}

Preset cgPMultigrid() {
  Preset preset{"cg-p-amg",
                "the fastest for second-order cells where nothing is held by multipliers: conjugate gradients with "
                "multigrid in the order of the cells, then algebraic multigrid",
                Multipliers::none, conjugateGradients("cg", "A is symmetric and positive"), true};
  addPMultigrid(preset, "4");
  return preset;
}

Preset gmresPMultigrid() {
  Preset preset{"gmres-p-amg", "the same for systems that are not symmetric: GMRES", Multipliers::none,
                gmres("1e-8", "500")};
  preset.options.push_back({"-ksp_gmres_restart", "100", "directions kept"});
  addPMultigrid(preset, "4");
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
          "refines the solution; constraints that repeat others are left out as null pivots",
          Multipliers::either,
          {{"-ksp_type", "gmres", "one step, or a few where the factors are inexact"},
           {"-ksp_pc_side", "right", "measures the residual itself"},
           {"-ksp_rtol", "1e-11", "residual over right-hand side"},
           {"-ksp_max_it", "20", "more would mean that the factors are wrong"},
           {"-pc_type", "lu", "of the whole matrix"},
           {"-pc_factor_mat_solver_type", "mumps", "runs on any number of ranks, pivots"},
           {"-mat_mumps_icntl_14", "200", "per cent of room beyond the estimate: pivots of multipliers are put off"},
           {"-mat_mumps_icntl_24", "1", "pivots that are zero are found and left out: repeated constraints"},
           {"-mat_mumps_icntl_13", "1", "the last front on one rank, or zero pivots in it would not be seen"},
           {"-mat_mumps_icntl_33", "1", "the determinant, whose sign changes where an equilibrium becomes unstable"},
           {"-mat_mumps_cntl_3", "1e-13", "what counts as zero, of the largest entry"}}};
}

Options joined(Options first, const Options& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Returns options of separate splits for the multipliers and the displacement, with a block
// factorisation of [A G^T; G -C].
Options schurSplits(const char* factors, const char* factors_help) {
  return {{"-pc_type", "fieldsplit", "displacement and multipliers apart"},
          {"-pc_fieldsplit_type", "schur", "block factors of the saddle point"},
          {"-pc_fieldsplit_schur_fact_type", factors, factors_help},
          {"-fieldsplit_displacement_ksp_type", "preonly", "its preconditioner once"},
          {"-fieldsplit_multipliers_ksp_type", "preonly", "its preconditioner once"}};
}

Options exactDisplacement() {
  return {{"-fieldsplit_displacement_pc_type", "cholesky", "A, augmented, is positive even where it alone is singular"},
          {"-fieldsplit_displacement_pc_factor_mat_solver_type", "mumps", "runs on any number of ranks"}};
}

Preset minres() {
  Preset preset{"minres",
                "for symmetric systems where memory is short: MINRES keeps a few vectors, and its bounds need only the "
                "spectra of A and S; block-diagonal, with the multigrid of 'schur'; twice its iterations or more",
                Multipliers::required,
                joined({{"-ksp_type", "minres", "the system is symmetric, and indefinite"},
                        {"-ksp_rtol", "1e-8", "residual over right-hand side, in the norm of the preconditioner"},
                        {"-ksp_max_it", "1000", "iterations before giving up"}},
                       schurSplits("diag", "has to be positive: S enters with the sign turned (schur_scale -1)")),
                true};
  preset.options.push_back(
      {"-pc_fieldsplit_schur_precondition", "selfp", "S ~ -C - G diag(A)^-1 G^T, assembled: definite"});
  preset.options.push_back(
      {"-fieldsplit_multipliers_pc_type", "cholesky", "the interface is small against the bodies"});
  preset.options.push_back(
      {"-fieldsplit_multipliers_pc_factor_mat_solver_type", "mumps", "runs on any number of ranks"});
  addStrongMultigrid(preset, "fieldsplit_displacement_");
  return preset;
}

// Returns a preset for A without stored entries, which cannot receive the augmentation or be used
// for multigrid.
Preset saddleBlockJacobi(Options method, const char* factors, const char* factors_help, bool symmetric,
                         const std::string& name, const std::string& reason) {
  return {name,
          reason,
          Multipliers::required,
          joined(joined(std::move(method), schurSplits(factors, factors_help)),
                 {{"-saddle_augmentation", "0", "A has no entries to add to"},
                  {"-saddle_schur", "diagonal", "diag(G diag(A)^-1 G^T) + C: of diag(A) alone"},
                  {"-fieldsplit_displacement_pc_type", "pbjacobi", "the inverses of the nodes' diagonal blocks"},
                  {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of that diagonal"}}),
          symmetric,
          false};
}

Preset minresBlockJacobi() {
  return saddleBlockJacobi({{"-ksp_type", "minres", "the system is symmetric, and indefinite"},
                            {"-ksp_rtol", "1e-8", "residual over right-hand side, in the norm of the preconditioner"},
                            {"-ksp_max_it", "20000", "iterations before giving up: they grow with the mesh"}},
                           "diag", "has to be positive: S enters with the sign turned (schur_scale -1)", true,
                           "minres-block-jacobi",
                           "needs no stored matrix: for matrix-free systems with multipliers, and small ones");
}

Preset schurBlockJacobi() {
  Options method = gmres("1e-8", "20000");
  method.push_back({"-ksp_gmres_restart", "200", "directions kept"});
  return saddleBlockJacobi(std::move(method), "upper", "as many iterations as 'full', half the work", false,
                           "schur-block-jacobi", "the same for systems that are not symmetric");
}

Preset schurDense() {
  return {"schur-dense",
          "for a few hundred multipliers: A factored, S = G A^-1 G^T + C formed by solving for all its columns, and "
          "factored densely; exact in one iteration, and as quick for every further load",
          Multipliers::required,
          joined(joined(gmres("1e-11", "20"), schurSplits("full", "exact factors: one iteration")),
                 joined(exactDisplacement(), {{"-fieldsplit_multipliers_pc_type", "tenon_dense",
                                               "S on every rank: up to 3000 multipliers"}})),
          true};
}

Preset augmented() {
  return {"augmented",
          "for many multipliers where A can be factored: with a large gamma the Schur complement of A + gamma G^T W G "
          "is close to 1 / gamma, known without computing it; a few iterations on any mesh",
          Multipliers::required,
          joined(joined(gmres("1e-8", "100"), schurSplits("upper", "as many iterations as 'full', half the solves")),
                 joined(exactDisplacement(),
                        {{"-saddle_augmentation", "1000", "ten times more: fewer iterations, but three digits less"},
                         {"-saddle_schur", "augmentation", "S ~ 1 / gamma W + C, diagonal"},
                         {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of that diagonal"}})),
          true};
}

Preset uzawa() {
  return {"uzawa",
          "the method of multipliers (Hestenes, Powell 1969): what 'augmented' does without a Krylov method, "
          "lambda += gamma W (violation) after each solve; needs no vectors but its own, converges as 1 / gamma",
          Multipliers::required,
          joined(joined({{"-ksp_type", "richardson", "lambda is updated by what is violated, and nothing else"},
                         {"-ksp_norm_type", "unpreconditioned", "measures the residual itself"},
                         {"-ksp_rtol", "1e-8", "residual over right-hand side"},
                         {"-ksp_max_it", "200", "iterations before giving up"}},
                        schurSplits("lower", "first the displacement, then the multipliers from it")),
                 joined(exactDisplacement(),
                        {{"-saddle_augmentation", "1000", "each iteration divides the error by about this"},
                         {"-saddle_schur", "augmentation", "S ~ 1 / gamma W + C, diagonal: the step of lambda"},
                         {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of that diagonal"}})),
          true};
}

Preset gkb() {
  return {"gkb",
          "Golub-Kahan bidiagonalisation (Arioli 2013) on the augmented A: as few iterations as 'augmented' with an "
          "estimate of the error in energy; without compliance only",
          Multipliers::required,
          joined(joined(gmres("1e-8", "20"), {{"-pc_type", "fieldsplit", "displacement and multipliers apart"},
                                              {"-pc_fieldsplit_type", "gkb", "solves the saddle point itself"},
                                              {"-pc_fieldsplit_gkb_tol", "1e-10", "bound of the error in energy"},
                                              {"-pc_fieldsplit_gkb_maxit", "200", "its iterations before giving up"},
                                              {"-pc_fieldsplit_gkb_nu", "0", "A is augmented already"},
                                              {"-fieldsplit_displacement_ksp_type", "preonly", "its factors once"}}),
                 joined(exactDisplacement(), {{"-saddle_augmentation", "100", "few iterations, little round-off"}})),
          true};
}

Preset reduced() {
  return {
      "reduced",
      "for points with lumped mass, chains above all: conjugate residuals on S = G A^-1 G^T + C with its Jacobi "
      "preconditioner, where A is block-diagonal, so that no solve is needed; else A is factored",
      Multipliers::required,
      joined(joined(gmres("1e-8", "20"), schurSplits("full", "the exact factors, S solved as below")),
             {{"-fieldsplit_displacement_pc_type", "tenon_exact", "node blocks where A has nothing else, else MUMPS"},
              {"-saddle_schur", "diagonal", "diag(G diag(A)^-1 G^T) + C"},
              {"-fieldsplit_multipliers_ksp_type", "cr", "S is symmetric; its residual never grows"},
              {"-fieldsplit_multipliers_ksp_rtol", "1e-9", "of this inner solve"},
              {"-fieldsplit_multipliers_ksp_max_it", "10000", "a chain of n points takes up to n"},
              {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of that diagonal"},
              {"-fieldsplit_multipliers_pc_jacobi_abs", "", "PETSc's S is -S: the preconditioner has to be positive"}}),
      true};
}

Preset schurSparse() {
  Preset preset{
      "schur-sparse",
      "for rigid bodies and particles with joints: where no two nodes are coupled but by multipliers, A is inverted "
      "node by node, S = G A^-1 G^T + C formed from that and factored sparse: exact in one iteration; else A is "
      "factored, and S approximate",
      Multipliers::required,
      joined(joined(gmres("1e-10", "100"), schurSplits("full", "the exact factors: one iteration or few")),
             {{"-fieldsplit_displacement_pc_type", "tenon_exact",
               "node blocks where A has nothing else, else its factors"},
              {"-saddle_schur", "nodal-inverse", "S by these blocks, as sparse as the joints are"},
              {"-fieldsplit_multipliers_pc_type", "tenon_exact",
               "its factors: of chains and trees rank by rank, without fill, else by MUMPS"}})};
  preset.is_for_joints = true;
  return preset;
}

Preset primal() {
  Preset preset{"primal",
                "where each constraint has an unknown of its own to give up (ties, dual mortar, rigid groups, "
                "multi-point equations): T^T A T on the others, conjugate gradients with multigrid, no saddle point; "
                "without compliance only",
                Multipliers::required, eliminated(conjugateGradients("cg", "T^T A T is symmetric and positive")), true};
  preset.only_by_name = true;
  addQuickMultigrid(preset);
  return preset;
}

// Returns `primal-p-amg`. One V-cycle below the vertices is insufficient if parts are connected
// along a surface only: 46 iterations instead of 28 for a bracket with a tie.
Preset primalPMultigrid() {
  Preset preset{
      "primal-p-amg",
      "`primal` for second-order cells: multigrid in the order of the cells on T^T A T, and conjugate "
      "gradients with algebraic multigrid on the vertices",
      Multipliers::required,
      eliminated(conjugateGradients("fcg", "conjugate gradients with a preconditioner that is iterative itself")),
      true};
  preset.only_by_name = true;
  addPMultigrid(preset, "2");
  const Options below{
      {"-mg_coarse_ksp_type", "cg", "conjugate gradients on the vertices"},
      {"-mg_coarse_ksp_max_it", "3", "iterations there: further ones cost more than they save"},
      {"-mg_coarse_ksp_norm_type", "none", "no sums over all ranks for a residual that nobody asks for"}};
  preset.options.insert(preset.options.end(), below.begin(), below.end());
  return preset;
}

}  // namespace

void registerPresets(Presets& presets) {
  presets.add(schur());
  presets.add(fewRows());
  presets.add(cgAmg());
  presets.add(gmresAmg());
  presets.add(cgPMultigrid());
  presets.add(gmresPMultigrid());
  presets.add(blockJacobi("cg", true, "needs no stored matrix: for matrix-free systems, and small ones"));
  presets.add(blockJacobi("gmres", false, "the same for systems that are not symmetric"));
  presets.add(direct());
  presets.add(minres());
  presets.add(minresBlockJacobi());
  presets.add(schurBlockJacobi());
  presets.add(schurDense());
  presets.add(primal());
  presets.add(primalPMultigrid());
  presets.add(augmented());
  presets.add(uzawa());
  presets.add(gkb());
  presets.add(reduced());
  presets.add(schurSparse());
}

}  // namespace tenon::solver
