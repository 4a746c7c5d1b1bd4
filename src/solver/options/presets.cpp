// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Presets: each consists of a few PETSc options and their reason. A new preset is a function here
// and a line in registerPresets().
#include "tenon/solver/options/Preset.hpp"

#include "multigridOptions.hpp"

namespace tenon::solver {
namespace {

using Multipliers = Preset::Multipliers;
using Options = std::vector<Preset::Option>;

Options gmres(const char* tolerance, const char* most) {
  return {{"-ksp_type", "gmres", "requires a fixed preconditioner, but does not require symmetry"},
          {"-ksp_pc_side", "right", "convergence test on the true residual"},
          {"-ksp_rtol", tolerance, "relative tolerance of the residual"},
          {"-ksp_max_it", most, "maximum number of iterations"}};
}

Options conjugateGradients(const char* type, const char* why) {
  return {{"-ksp_type", type, why},
          {"-ksp_rtol", "1e-8", "relative tolerance of the residual"},
          {"-ksp_max_it", "500", "maximum number of iterations"},
          {"-ksp_norm_type", "unpreconditioned", "convergence test on the true residual"}};
}

Options eliminated(Options options) {
  options.insert(options.begin(),
                 {"-saddle_form", "primal",
                  "u = T u_m; multipliers are recovered from the rows of the eliminated degrees of freedom"});
  return options;
}

// Returns `schur` or `few-rows`, without the multigrid on A.
Preset onSchurComplement(const std::string& name, const std::string& reason, Multipliers multipliers) {
  return {
      name,
      reason,
      multipliers,
      {{"-ksp_type", "fgmres", "allows an iterative (variable) preconditioner"},
       {"-ksp_rtol", "1e-8", "relative tolerance of the residual"},
       {"-ksp_max_it", "500", "maximum number of iterations"},
       {"-ksp_gmres_restart", "100", "restart length"},
       {"-pc_type", "fieldsplit", "separate blocks for displacements and multipliers"},
       {"-pc_fieldsplit_type", "schur", "block factorisation of the saddle-point system"},
       {"-pc_fieldsplit_schur_fact_type", "upper", "as many iterations as 'full' with half the V-cycles"},
       {"-pc_fieldsplit_schur_precondition", "selfp",
        "S ~ -C - G diag(A)^-1 G^T, assembled, with augmented A: spectrally equivalent, and as well conditioned as a "
        "mass matrix"},
       {"-fieldsplit_displacement_ksp_type", "preonly", "one V-cycle on A"},
       {"-fieldsplit_multipliers_ksp_type", "preonly", "one solve with the approximate S, as specified below"},
       {"-fieldsplit_multipliers_pc_type", "ksp",
        "inner iteration with matrix-vector products of the assembled S only, without V-cycles"},
       {"-fieldsplit_multipliers_ksp_ksp_type", "gmres", "needs neither a factorisation nor symmetry, and is scalable"},
       {"-fieldsplit_multipliers_ksp_ksp_rtol", "0.1", "an exact solve with S saves no additional outer iterations"},
       {"-fieldsplit_multipliers_ksp_ksp_max_it", "100",
        "a tie needs 10 iterations; long chains of constraints need more"},
       {"-fieldsplit_multipliers_ksp_ksp_gmres_restart", "100", "restart length"},
       {"-fieldsplit_multipliers_ksp_pc_type", "jacobi", "independent of the number of ranks"}}};
}

Preset schur() {
  Preset preset = onSchurComplement(
      "schur",
      "scalable: FGMRES on [A G^T; G -C] with multigrid on A and a Schur complement of diag(A) for the multipliers; A "
      "is augmented, so that it is regular for bodies supported only by constraints",
      Multipliers::required);
  addStrongMultigrid(preset, "fieldsplit_displacement_");
  return preset;
}

Preset fewRows() {
  Preset preset =
      onSchurComplement("few-rows",
                        "for systems with up to 32 constraint rows, such as those of means, volumes and centres of "
                        "mass, and at least 1,000 times as many degrees of freedom: 'schur' with "
                        "the multigrid of 'cg-amg', at little more cost than without constraints",
                        Multipliers::few);
  addQuickMultigrid(preset, "fieldsplit_displacement_");
  return preset;
}

Preset cgAmg() {
  Preset preset{"cg-amg", "fastest for systems without multipliers: conjugate gradients with algebraic multigrid",
                Multipliers::none, conjugateGradients("cg", "A is symmetric positive definite"), true};
  addQuickMultigrid(preset);
  return preset;
}

Preset gmresAmg() {
  Preset preset{"gmres-amg",
                "for nonsymmetric systems without multipliers (follower loads): GMRES with algebraic multigrid",
                Multipliers::none, gmres("1e-8", "500")};
  preset.options.push_back({"-ksp_gmres_restart", "100", "restart length"});
  addQuickMultigrid(preset);
  return preset;
}

Preset cgPMultigrid() {
  Preset preset{"cg-p-amg",
                "fastest for second-order cells without multipliers: conjugate gradients with p-multigrid, then "
                "algebraic multigrid",
                Multipliers::none, conjugateGradients("cg", "A is symmetric positive definite"), true};
  addPMultigrid(preset, "4");
  return preset;
}

Preset gmresPMultigrid() {
  Preset preset{"gmres-p-amg",
                "for nonsymmetric systems with second-order cells and without multipliers: GMRES with p-multigrid, "
                "then algebraic multigrid",
                Multipliers::none, gmres("1e-8", "500")};
  preset.options.push_back({"-ksp_gmres_restart", "100", "restart length"});
  addPMultigrid(preset, "4");
  return preset;
}

Preset blockJacobi(const std::string& method, bool symmetric, const std::string& reason) {
  return {
      method + "-block-jacobi",
      reason,
      Multipliers::none,
      {{"-ksp_type", method, symmetric ? "A is symmetric positive definite" : "does not require symmetry"},
       {symmetric ? "-ksp_norm_type" : "-ksp_pc_side", symmetric ? "unpreconditioned" : "right",
        "convergence test on the true residual"},
       {"-ksp_rtol", "1e-8", "relative tolerance of the residual"},
       {"-ksp_max_it", "20000", "maximum number of iterations: it grows with the mesh, but each iteration is cheap"},
       {"-pc_type", "pbjacobi", "the inverses of the nodal diagonal blocks"}},
      symmetric,
      false};
}

Preset direct() {
  return {"direct",
          "exact and robust up to about 100,000 unknowns: MUMPS factors the whole system as one matrix, and GMRES "
          "refines the solution; redundant constraints are removed as null pivots",
          Multipliers::either,
          {{"-ksp_type", "gmres", "one iteration, or a few if the factors are inexact"},
           {"-ksp_pc_side", "right", "convergence test on the true residual"},
           {"-ksp_rtol", "1e-11", "relative tolerance of the residual"},
           {"-ksp_max_it", "20", "more iterations indicate inaccurate factors"},
           {"-pc_type", "lu", "factors of the whole matrix"},
           {"-pc_factor_mat_solver_type", "mumps", "parallel, with pivoting"},
           {"-mat_mumps_icntl_14", "200",
            "percentage of memory beyond the estimate, which does not include the delayed pivots of multipliers"},
           {"-mat_mumps_icntl_24", "1", "null pivots (redundant constraints) are detected and removed"},
           {"-mat_mumps_icntl_13", "1", "the root front is sequential, so that its null pivots are detected"},
           {"-mat_mumps_icntl_33", "1",
            "computes the determinant, whose sign changes when an equilibrium becomes unstable"},
           {"-mat_mumps_cntl_3", "1e-13", "threshold of null pivots, relative to the largest entry"}}};
}

Options concatenate(Options first, const Options& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Returns options of separate splits for the multipliers and the displacement, with a block
// factorisation of [A G^T; G -C].
Options schurSplits(const char* factors, const char* factors_help) {
  return {{"-pc_type", "fieldsplit", "separate blocks for displacements and multipliers"},
          {"-pc_fieldsplit_type", "schur", "block factorisation of the saddle-point system"},
          {"-pc_fieldsplit_schur_fact_type", factors, factors_help},
          {"-fieldsplit_displacement_ksp_type", "preonly", "one application of the preconditioner"},
          {"-fieldsplit_multipliers_ksp_type", "preonly", "one application of the preconditioner"}};
}

Options exactDisplacement() {
  return {
      {"-fieldsplit_displacement_pc_type", "cholesky", "the augmented A is positive definite even if A is singular"},
      {"-fieldsplit_displacement_pc_factor_mat_solver_type", "mumps", "parallel"}};
}

Preset minres() {
  Preset preset{
      "minres",
      "for symmetric systems with limited memory: MINRES with the block-diagonal preconditioner of 'schur'; "
      "stores only a few vectors, but needs at least twice as many iterations",
      Multipliers::required,
      concatenate(
          {{"-ksp_type", "minres", "the system is symmetric indefinite"},
           {"-ksp_rtol", "1e-8", "relative tolerance of the preconditioned residual"},
           {"-ksp_max_it", "1000", "maximum number of iterations"}},
          schurSplits(
              "diag",
              "the preconditioner must be positive definite: S enters with the opposite sign (schur_scale -1)")),
      true};
  preset.options.push_back(
      {"-pc_fieldsplit_schur_precondition", "selfp", "S ~ -C - G diag(A)^-1 G^T, assembled and definite"});
  preset.options.push_back(
      {"-fieldsplit_multipliers_pc_type", "cholesky", "the interface is small compared with the bodies"});
  preset.options.push_back({"-fieldsplit_multipliers_pc_factor_mat_solver_type", "mumps", "parallel"});
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
          concatenate(concatenate(std::move(method), schurSplits(factors, factors_help)),
                      {{"-saddle_augmentation", "0", "A stores no entries, so it cannot be augmented"},
                       {"-saddle_schur", "diagonal", "diag(G diag(A)^-1 G^T) + C: requires only diag(A)"},
                       {"-fieldsplit_displacement_pc_type", "pbjacobi", "the inverses of the nodal diagonal blocks"},
                       {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of the diagonal of S"}}),
          symmetric,
          false};
}

Preset minresBlockJacobi() {
  return saddleBlockJacobi(
      {{"-ksp_type", "minres", "the system is symmetric indefinite"},
       {"-ksp_rtol", "1e-8", "relative tolerance of the preconditioned residual"},
       {"-ksp_max_it", "20000", "maximum number of iterations: it grows with the mesh"}},
      "diag", "the preconditioner must be positive definite: S enters with the opposite sign (schur_scale -1)", true,
      "minres-block-jacobi", "needs no stored matrix: for matrix-free and small systems with multipliers");
}

Preset schurBlockJacobi() {
  Options method = gmres("1e-8", "20000");
  method.push_back({"-ksp_gmres_restart", "200", "restart length"});
  return saddleBlockJacobi(std::move(method), "upper", "as many iterations as 'full' at half the work", false,
                           "schur-block-jacobi",
                           "needs no stored matrix: for matrix-free and small nonsymmetric systems with multipliers");
}

Preset schurDense() {
  return {"schur-dense",
          "for a few hundred multipliers: A is factored, and S = G A^-1 G^T + C is formed column by column and "
          "factored densely; exact in one iteration, also for additional loads",
          Multipliers::required,
          concatenate(concatenate(gmres("1e-11", "20"), schurSplits("full", "exact factors: one iteration")),
                      concatenate(exactDisplacement(), {{"-fieldsplit_multipliers_pc_type", "tenon_dense",
                                                         "S is stored on every rank: up to 3000 multipliers"}})),
          true};
}

Preset augmented() {
  return {
      "augmented",
      "for many multipliers if A can be factored: with a large gamma the Schur complement of A + gamma G^T W G is "
      "close to 1 / gamma and needs no computation; few iterations on any mesh",
      Multipliers::required,
      concatenate(
          concatenate(gmres("1e-8", "100"), schurSplits("upper", "as many iterations as 'full' with half the solves")),
          concatenate(
              exactDisplacement(),
              {{"-saddle_augmentation", "1000",
                "a ten times larger value reduces the number of iterations, but costs three digits of accuracy"},
               {"-saddle_schur", "augmentation", "S ~ 1 / gamma W + C, diagonal"},
               {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of the diagonal of S"}})),
      true};
}

Preset uzawa() {
  return {
      "uzawa",
      "method of multipliers (Hestenes, Powell 1969): 'augmented' without a Krylov method, lambda += gamma W Phi after "
      "each solve; stores no additional vectors; the convergence factor is about 1 / gamma",
      Multipliers::required,
      concatenate(
          concatenate({{"-ksp_type", "richardson", "lambda is updated by the constraint residual only"},
                       {"-ksp_norm_type", "unpreconditioned", "convergence test on the true residual"},
                       {"-ksp_rtol", "1e-8", "relative tolerance of the residual"},
                       {"-ksp_max_it", "200", "maximum number of iterations"}},
                      schurSplits("lower", "first the displacements, then the multipliers")),
          concatenate(exactDisplacement(),
                      {{"-saddle_augmentation", "1000", "each iteration reduces the error by about this factor"},
                       {"-saddle_schur", "augmentation", "S ~ 1 / gamma W + C, diagonal: defines the update of lambda"},
                       {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of the diagonal of S"}})),
      true};
}

Preset gkb() {
  return {"gkb",
          "Golub-Kahan bidiagonalisation (Arioli 2013) on the augmented A: as few iterations as 'augmented' with an "
          "estimate of the error in energy; only for constraints without compliance",
          Multipliers::required,
          concatenate(
              concatenate(gmres("1e-8", "20"),
                          {{"-pc_type", "fieldsplit", "separate blocks for displacements and multipliers"},
                           {"-pc_fieldsplit_type", "gkb", "solves the saddle-point system itself"},
                           {"-pc_fieldsplit_gkb_tol", "1e-10", "bound of the error in energy"},
                           {"-pc_fieldsplit_gkb_maxit", "200", "maximum number of iterations of the bidiagonalisation"},
                           {"-pc_fieldsplit_gkb_nu", "0", "A is augmented already"},
                           {"-fieldsplit_displacement_ksp_type", "preonly", "one application of the factors"}}),
              concatenate(exactDisplacement(),
                          {{"-saddle_augmentation", "100", "compromise between few iterations and little round-off"}})),
          true};
}

Preset reduced() {
  return {
      "reduced",
      "for lumped point masses, in particular chains: conjugate residuals on S = G A^-1 G^T + C with a Jacobi "
      "preconditioner; a block-diagonal A is inverted directly, otherwise A is factored",
      Multipliers::required,
      concatenate(
          concatenate(gmres("1e-8", "20"),
                      schurSplits("full", "exact block factorisation; systems with S are solved as specified below")),
          {{"-fieldsplit_displacement_pc_type", "tenon_exact", "nodal blocks if A is block-diagonal, otherwise MUMPS"},
           {"-saddle_schur", "diagonal", "diag(G diag(A)^-1 G^T) + C"},
           {"-fieldsplit_multipliers_ksp_type", "cr", "S is symmetric; the residual of this method never grows"},
           {"-fieldsplit_multipliers_ksp_rtol", "1e-9", "tolerance of the inner solve"},
           {"-fieldsplit_multipliers_ksp_max_it", "10000", "a chain of n points needs up to n iterations"},
           {"-fieldsplit_multipliers_pc_type", "jacobi", "the inverse of the diagonal of S"},
           {"-fieldsplit_multipliers_pc_jacobi_abs", "",
            "absolute values, because PETSc's Schur complement is -S, but the preconditioner must be positive "
            "definite"}}),
      true};
}

Preset schurSparse() {
  Preset preset{
      "schur-sparse",
      "for rigid bodies and particles with joints: if nodes are coupled by multipliers only, A is inverted node by "
      "node, and the sparse S = G A^-1 G^T + C is factored: exact in one iteration; otherwise A is factored and S is "
      "approximate",
      Multipliers::required,
      concatenate(
          concatenate(gmres("1e-10", "100"), schurSplits("full", "exact block factorisation: one or a few iterations")),
          {{"-fieldsplit_displacement_pc_type", "tenon_exact",
            "nodal blocks if A is block-diagonal, otherwise factors of A"},
           {"-saddle_schur", "nodal-inverse", "S from the nodal blocks, with the sparsity of the joints"},
           {"-fieldsplit_multipliers_pc_type", "tenon_exact",
            "factors of S: for chains and trees rank by rank without fill, otherwise by MUMPS"}})};
  preset.is_for_joints = true;
  return preset;
}

Preset primal() {
  Preset preset{
      "primal",
      "elimination of constraints that each have their own slave degree of freedom (ties, dual mortar, rigid groups, "
      "multi-point equations): conjugate gradients with multigrid on T^T A T; only for constraints without compliance",
      Multipliers::required, eliminated(conjugateGradients("cg", "T^T A T is symmetric positive definite")), true};
  preset.is_selected_by_name_only = true;
  addQuickMultigrid(preset);
  return preset;
}

// Returns `primal-p-amg`. One V-cycle below the vertices is insufficient if parts are connected
// along a surface only: 46 iterations instead of 28 for a bracket with a tie.
Preset primalPMultigrid() {
  Preset preset{
      "primal-p-amg",
      "`primal` for second-order cells: p-multigrid on T^T A T, and conjugate gradients with algebraic multigrid on "
      "the vertices",
      Multipliers::required,
      eliminated(conjugateGradients("fcg", "conjugate gradients with an iterative (variable) preconditioner")), true};
  preset.is_selected_by_name_only = true;
  addPMultigrid(preset, "2");
  const Options below{
      {"-mg_coarse_ksp_type", "cg", "conjugate gradients on the vertices"},
      {"-mg_coarse_ksp_max_it", "3", "number of inner iterations: additional iterations cost more than they save"},
      {"-mg_coarse_ksp_norm_type", "none", "no global reductions for an unused residual norm"}};
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
  presets.add(blockJacobi("cg", true, "needs no stored matrix: for matrix-free and small systems without multipliers"));
  presets.add(blockJacobi(
      "gmres", false, "needs no stored matrix: for matrix-free and small nonsymmetric systems without multipliers"));
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
