// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Options of PETSc and SLEPc that a case may set: a table without logic. Names and words are those
// of PETSc 3.18.
#include "allowedOptions.hpp"

#include <limits>

#include "tenon/base/Registry.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::solver {
namespace {

using Rule = ValueRule;
constexpr long long most_integer = 2147483647;
constexpr double infinite = std::numeric_limits<double>::max(), above_zero = std::numeric_limits<double>::min();

const auto flag = Rule::flag();
const auto count = Rule::integer(0, most_integer), natural = Rule::integer(1, most_integer);
const auto number = Rule::number(-infinite, infinite), non_negative = Rule::number(0, infinite);
const auto positive = Rule::number(above_zero, infinite);

std::string namesOf(const std::vector<base::TypeInfo>& types) {
  std::string names;
  for (const base::TypeInfo& type : types) names += type.name + " ";
  return names;
}

std::vector<AllowedOptions> krylovOptions() {
  return {
      {"ksp_type",
       Rule::oneOf("richardson chebyshev cg groppcg pipecg pipecgrr pipelcg pipeprcg pipecg2 cgne nash stcg gltr fcg "
                   "pipefcg gmres fgmres pipefgmres lgmres dgmres pgmres tcqmr bcgs ibcgs qmrcgs fbcgs fbcgsr bcgsl "
                   "pipebcgs cgs tfqmr cr pipecr lsqr preonly bicg minres symmlq lcd gcr pipegcr cgls")},
      {"ksp_rtol", Rule::fraction()},
      {"ksp_atol", non_negative},
      {"ksp_divtol", positive},
      {"ksp_max_it", count},
      {"ksp_norm_type", Rule::oneOf("none preconditioned unpreconditioned natural")},
      {"ksp_pc_side", Rule::oneOf("left right symmetric")},
      {"ksp_convergence_test", Rule::oneOf("default skip")},
      {"ksp_check_norm_iteration", Rule::integer(-1, most_integer)},
      {"ksp_converged_use_initial_residual_norm ksp_converged_use_min_initial_residual_norm ksp_converged_maxits "
       "ksp_lag_norm ksp_initial_guess_nonzero ksp_knoll ksp_reuse_preconditioner ksp_error_if_not_converged",
       flag},
      {"ksp_guess_type", Rule::oneOf("fischer pod")},
      {"ksp_guess_fischer_model", Rule::integers(1, 1000)},
      {"ksp_guess_pod_size", Rule::integer(1, 1000)},
      {"ksp_guess_fischer_tol ksp_guess_pod_tol", non_negative},
  };
}

std::vector<AllowedOptions> krylovMethodOptions() {
  return {
      {"ksp_gmres_restart ksp_gcr_restart ksp_lcd_restart", Rule::integer(1, 10000)},
      {"ksp_gmres_haptol ksp_gmres_breakdown_tolerance ksp_lcd_haptol", non_negative},
      {"ksp_gmres_classicalgramschmidt ksp_gmres_modifiedgramschmidt ksp_gmres_preallocate ksp_lgmres_constant "
       "ksp_fgmres_modifypcnochange ksp_cg_single_reduction ksp_bcgsl_cxpoly ksp_bcgsl_mrpoly "
       "ksp_bcgsl_pinv ksp_chebyshev_esteig_noisy ksp_richardson_self_scale ksp_lsqr_exact_mat_norm "
       "ksp_pipegcr_unroll_w ksp_dgmres_force ksp_dgmres_improve ksp_dgmres_harmonic_ritz",
       flag},
      {"ksp_gmres_cgs_refinement_type", Rule::oneOf("refine_never refine_ifneeded refine_always")},
      {"ksp_lgmres_augment ksp_bcgsl_ell ksp_fcg_mmax ksp_fcg_nprealloc ksp_pipefcg_mmax ksp_pipefcg_nprealloc "
       "ksp_pipegcr_mmax ksp_pipegcr_nprealloc ksp_pipelcg_pipel ksp_dgmres_eigen ksp_dgmres_max_eigen",
       Rule::integer(1, 1000)},
      {"ksp_fcg_truncation_type ksp_pipefcg_truncation_type ksp_pipegcr_truncation_type",
       Rule::oneOf("standard notay")},
      {"ksp_cg_radius ksp_bcgsl_xres ksp_dgmres_ratio ksp_pipelcg_lmin ksp_pipelcg_lmax", non_negative},
      {"ksp_pipefgmres_shift ksp_richardson_scale", number},
      {"ksp_chebyshev_eigenvalues ksp_chebyshev_esteig", Rule::numbers(0, infinite)},
      {"ksp_chebyshev_esteig_steps", Rule::integer(1, 10000)},
  };
}

std::vector<AllowedOptions> krylovOutputOptions() {
  return {
      {"ksp_monitor ksp_monitor_short ksp_monitor_true_residual ksp_monitor_singular_value ksp_monitor_max "
       "ksp_lsqr_monitor pc_fieldsplit_gkb_monitor",
       Rule::monitor()},
      {"ksp_view ksp_view_pre ksp_view_mat ksp_view_pmat ksp_view_rhs ksp_view_solution ksp_view_final_residual "
       "ksp_view_eigenvalues ksp_view_singularvalues ksp_converged_rate pc_view mat_view",
       Rule::text()},
      {"ksp_converged_reason", Rule::text("::failed")},
  };
}

std::vector<AllowedOptions> preconditionerOptions() {
  return {
      {"pc_type", Rule::oneOf("none jacobi pbjacobi bjacobi sor eisenstat lu cholesky ilu icc qr svd asm gasm "
                              "ksp redundant telescope fieldsplit mg gamg hypre ml lsc kaczmarz tenon_dense "
                              "tenon_exact tenon_p_multigrid")},
      {"pc_use_amat pc_jacobi_abs pc_jacobi_fixdiagonal pc_sor_symmetric pc_sor_backward pc_sor_forward "
       "pc_sor_local_symmetric pc_sor_local_backward pc_sor_local_forward pc_eisenstat_no_diagonal_scaling "
       "pc_kaczmarz_symmetric pc_lsc_scale_diag",
       flag},
      {"pc_jacobi_type", Rule::oneOf("diagonal rowmax rowsum")},
      {"pc_sor_its pc_sor_lits", Rule::integer(1, 1000)},
      {"pc_sor_omega pc_eisenstat_omega", Rule::number(above_zero, 2)},
      {"pc_sor_diagonal_shift pc_kaczmarz_lambda", number},
      {"pc_asm_overlap pc_gasm_overlap", Rule::integer(0, 100)},
      {"pc_asm_type pc_gasm_type", Rule::oneOf("basic restrict interpolate none")},
      {"pc_asm_local_type", Rule::oneOf("additive multiplicative")},
      {"pc_asm_blocks pc_asm_local_blocks pc_gasm_total_subdomains pc_bjacobi_blocks pc_bjacobi_local_blocks", natural},
      {"pc_redundant_number pc_telescope_reduction_factor", natural},
      {"pc_svd_zero_sing", non_negative},
  };
}

std::vector<AllowedOptions> factorOptions() {
  return {
      {"pc_factor_mat_solver_type", Rule::oneOf("petsc mumps superlu superlu_dist umfpack klu cholmod spqr")},
      {"pc_factor_mat_ordering_type", Rule::oneOf("natural nd 1wd rcm qmd rowlength amd external")},
      {"pc_factor_levels", Rule::integer(0, 100)},
      {"pc_factor_fill", Rule::number(1, 1000)},
      {"pc_factor_shift_type", Rule::oneOf("none nonzero positive_definite inblocks")},
      {"pc_factor_shift_amount pc_factor_zeropivot pc_factor_nonzeros_along_diagonal", non_negative},
      {"pc_factor_column_pivot", Rule::number(0, 1)},
      {"pc_factor_in_place pc_factor_diagonal_fill pc_factor_reuse_fill pc_factor_reuse_ordering "
       "pc_factor_pivot_in_blocks",
       flag},
  };
}

std::vector<AllowedOptions> fieldSplitOptions() {
  return {
      {"pc_fieldsplit_type", Rule::oneOf("additive multiplicative symmetric_multiplicative schur gkb")},
      {"pc_fieldsplit_schur_fact_type pc_fieldsplit_schur_factorization_type", Rule::oneOf("diag lower upper full")},
      {"pc_fieldsplit_schur_precondition", Rule::oneOf("self selfp a11 full")},
      {"pc_fieldsplit_schur_scale", number},
      {"pc_fieldsplit_gkb_tol pc_fieldsplit_gkb_nu", non_negative},
      {"pc_fieldsplit_gkb_maxit", count},
      {"pc_fieldsplit_gkb_delay", Rule::integer(1, 1000)},
      {"pc_fieldsplit_diag_use_amat pc_fieldsplit_off_diag_use_amat", flag},
      {"mat_schur_complement_ainv_type", Rule::oneOf("diag lump blockdiag full")},
      {"saddle_form", Rule::oneOf("nest aij primal")},
      {"saddle_augmentation", non_negative},
      {"saddle_schur", Rule::oneOf(namesOf(schurApproximations().types()))},
  };
}

std::vector<AllowedOptions> multigridOptions() {
  return {
      {"pc_mg_levels", Rule::integer(1, 100)},
      {"pc_mg_cycle_type", Rule::oneOf("v w")},
      {"pc_mg_type", Rule::oneOf("multiplicative additive full kaskade")},
      {"pc_mg_multiplicative_cycles", Rule::integer(1, 100)},
      {"pc_mg_distinct_smoothup pc_gamg_repartition pc_gamg_reuse_interpolation pc_gamg_asm_use_agg "
       "pc_gamg_use_sa_esteig pc_gamg_use_parallel_coarse_grid_solver pc_gamg_cpu_pin_coarse_grids "
       "mat_increase_overlap_scalable",
       flag},
      {"pc_gamg_type", Rule::oneOf("agg classical")},
      {"pc_gamg_agg_nsmooths pc_gamg_classical_nsmooths", Rule::integer(0, 100)},
      {"pc_gamg_aggressive_coarsening pc_gamg_square_graph", Rule::integer(0, 100)},
      {"pc_gamg_coarse_eq_limit pc_gamg_process_eq_limit", natural},
      {"pc_gamg_threshold", Rule::numbers(-1, 1)},
      {"pc_gamg_threshold_scale", non_negative},
      {"pc_gamg_classical_interp_threshold", non_negative},
      {"pc_gamg_classical_type", Rule::oneOf("direct standard")},
      {"pc_gamg_rank_reduction_factors", Rule::integers(1, most_integer)},
      {"pc_gamg_eigenvalues", Rule::numbers(0, infinite)},
      {"pc_gamg_coarse_grid_layout_type", Rule::oneOf("compact spread")},
      {"mat_coarsen_type", Rule::oneOf("mis hem misk")},
      {"mat_coarsen_misk_distance", Rule::integer(1, 10)},
  };
}

std::vector<AllowedOptions> hypreOptions() {
  const char* const relaxations =
      "Jacobi sequential-Gauss-Seidel seqboundary-Gauss-Seidel SOR/Jacobi backward-SOR/Jacobi symmetric-SOR/Jacobi "
      "l1scaled-SOR/Jacobi Gaussian-elimination l1-Gauss-Seidel backward-l1-Gauss-Seidel CG Chebyshev FCF-Jacobi "
      "l1scaled-Jacobi";
  return {
      // Euclid is excluded, because it reads a file in the working directory.
      {"pc_hypre_type", Rule::oneOf("boomeramg")},
      {"pc_hypre_boomeramg_cycle_type", Rule::oneOf("V W")},
      {"pc_hypre_boomeramg_coarsen_type", Rule::oneOf("CLJP Ruge-Stueben modifiedRuge-Stueben Falgout PMIS HMIS")},
      {"pc_hypre_boomeramg_interp_type",
       Rule::oneOf("classical direct multipass multipass-wts ext+i ext+i-cc standard standard-wts block block-wtd FF "
                   "FF1 ext ad-wts ext-mm ext+i-mm ext+e-mm")},
      {"pc_hypre_boomeramg_measure_type", Rule::oneOf("local global")},
      {"pc_hypre_boomeramg_relax_type_all pc_hypre_boomeramg_relax_type_down pc_hypre_boomeramg_relax_type_up "
       "pc_hypre_boomeramg_relax_type_coarse",
       Rule::oneOf(relaxations)},
      {"pc_hypre_boomeramg_max_levels", Rule::integer(2, 100)},
      {"pc_hypre_boomeramg_max_iter pc_hypre_boomeramg_grid_sweeps_all pc_hypre_boomeramg_grid_sweeps_down "
       "pc_hypre_boomeramg_grid_sweeps_up pc_hypre_boomeramg_grid_sweeps_coarse pc_hypre_boomeramg_agg_num_paths "
       "pc_hypre_boomeramg_numfunctions",
       Rule::integer(1, 1000)},
      {"pc_hypre_boomeramg_P_max pc_hypre_boomeramg_agg_nl pc_hypre_boomeramg_interp_refine "
       "pc_hypre_boomeramg_max_coarse_size pc_hypre_boomeramg_min_coarse_size pc_hypre_boomeramg_vec_interp_qmax",
       Rule::integer(0, 1000000)},
      {"pc_hypre_boomeramg_nodal_coarsen", Rule::integer(0, 6)},
      {"pc_hypre_boomeramg_nodal_coarsen_diag", Rule::integer(0, 2)},
      {"pc_hypre_boomeramg_vec_interp_variant", Rule::integer(0, 3)},
      {"pc_hypre_boomeramg_restriction_type", Rule::integer(0, 2)},
      {"pc_hypre_boomeramg_tol pc_hypre_boomeramg_strong_threshold pc_hypre_boomeramg_truncfactor "
       "pc_hypre_boomeramg_max_row_sum pc_hypre_boomeramg_strongthresholdR pc_hypre_boomeramg_filterthresholdR",
       Rule::number(0, 1)},
      {"pc_hypre_boomeramg_relax_weight_all pc_hypre_boomeramg_outer_relax_weight_all", number},
      {"pc_hypre_boomeramg_no_CF pc_hypre_boomeramg_nodal_relaxation pc_hypre_boomeramg_keeptranspose "
       "pc_hypre_boomeramg_vec_interp_smooth",
       flag},
  };
}

std::vector<AllowedOptions> mlOptions() {
  return {
      {"pc_ml_maxNlevels", Rule::integer(2, 100)},
      {"pc_ml_maxCoarseSize", natural},
      {"pc_ml_CoarsenScheme", Rule::oneOf("Uncoupled Coupled MIS METIS")},
      {"pc_ml_DampingFactor pc_ml_Threshold", non_negative},
      {"pc_ml_nullspace", Rule::oneOf("AUTO USER BLOCK SCALAR")},
      {"pc_ml_EnergyMinimization", Rule::integer(0, 3)},
      {"pc_ml_SpectralNormScheme_Anorm pc_ml_Symmetrize pc_ml_BlockScaling pc_ml_Reusable pc_ml_KeepAggInfo "
       "pc_ml_OldHierarchy pc_ml_reuse_interpolation",
       flag},
  };
}

std::vector<AllowedOptions> matrixOptions() {
  const std::string products =
      "sorted scalable scalable_fast nonscalable heap btheap llcondensed rowmerge rap "
      "allatonce allatonce_merged outerproduct at*b hypre";
  return {
      {"mat_no_inode mat_no_unroll matstash_reproduce", flag},
      {"mat_inode_limit", Rule::integer(1, 5)},
      {"matptap_via matmatmult_via mattransposematmult_via matmattransmult_via matmatmatmult_via",
       Rule::oneOf(products)},
      // MUMPS without units of output (1 to 3), the Schur complement (19), factors on disk (22) and
      // discarded factors (31).
      {"mat_mumps_icntl_4", Rule::integer(0, 4)},
      {"mat_mumps_icntl_6 mat_mumps_icntl_7", Rule::integer(0, 7)},
      {"mat_mumps_icntl_8", Rule::integer(-2, 77)},
      {"mat_mumps_icntl_10", Rule::integer(-1000, 1000)},
      {"mat_mumps_icntl_11 mat_mumps_icntl_28 mat_mumps_icntl_29", Rule::integer(0, 2)},
      {"mat_mumps_icntl_12 mat_mumps_icntl_35", Rule::integer(0, 3)},
      {"mat_mumps_icntl_13", Rule::integer(-1000000, 1000000)},
      {"mat_mumps_icntl_14", Rule::integer(0, 1000000)},
      {"mat_mumps_icntl_15 mat_mumps_icntl_24 mat_mumps_icntl_33 mat_mumps_icntl_36", Rule::integer(0, 1)},
      {"mat_mumps_icntl_23", count},
      {"mat_mumps_icntl_27", Rule::integer(-1000000, 1000000)},
      {"mat_mumps_icntl_38", Rule::integer(0, 1000)},
      {"mat_mumps_cntl_1 mat_mumps_cntl_2 mat_mumps_cntl_7", non_negative},
      {"mat_mumps_cntl_3 mat_mumps_cntl_4 mat_mumps_cntl_5", number},
      {"mat_superlu_dist_equil mat_superlu_dist_replacetinypivot mat_superlu_dist_parsymbfact "
       "mat_superlu_dist_iterrefine mat_superlu_dist_statprint",
       flag},
      {"mat_superlu_dist_rowperm", Rule::oneOf("NOROWPERM LargeDiag_MC64 LargeDiag_AWPM MY_PERMR")},
      {"mat_superlu_dist_colperm", Rule::oneOf("NATURAL MMD_AT_PLUS_A MMD_ATA METIS_AT_PLUS_A PARMETIS")},
      {"mat_superlu_dist_fact", Rule::oneOf("SamePattern SamePattern_SameRowPerm DOFACT")},
      {"mat_umfpack_strategy", Rule::oneOf("AUTO UNSYMMETRIC SYMMETRIC")},
      {"mat_umfpack_scale", Rule::oneOf("NONE SUM MAX")},
      {"mat_umfpack_pivot_tolerance mat_umfpack_sym_pivot_tolerance", Rule::number(0, 1)},
  };
}

std::vector<AllowedOptions> newtonOptions() {
  return {
      {"snes_type", Rule::oneOf("newtonls newtontr newtontrdc nrichardson ksponly qn ncg ngmres anderson")},
      {"snes_rtol snes_stol", Rule::fraction()},
      {"snes_atol snes_trtol snes_divergence_tolerance", Rule::number(-1, infinite)},
      {"snes_max_it snes_max_funcs snes_max_fail snes_max_linear_solve_fail", count},
      {"snes_lag_jacobian snes_lag_preconditioner", Rule::integer(-2, most_integer)},
      {"snes_lag_jacobian_persists snes_lag_preconditioner_persists snes_force_iteration snes_ksp_ew "
       "snes_linesearch_norms snes_linesearch_keeplambda snes_error_if_not_converged snes_convergence_estimate",
       flag},
      {"snes_ksp_ew_version", Rule::integer(1, 4)},
      {"snes_ksp_ew_rtol0 snes_ksp_ew_rtolmax snes_ksp_ew_threshold", Rule::fraction()},
      {"snes_ksp_ew_gamma snes_ksp_ew_alpha snes_ksp_ew_alpha2", Rule::number(0, 2)},
      {"snes_linesearch_type", Rule::oneOf("basic l2 cp bt nleqerr")},
      {"snes_linesearch_order", Rule::integer(1, 3)},
      {"snes_linesearch_max_it", count},
      {"snes_linesearch_damping snes_linesearch_maxstep snes_linesearch_minlambda snes_linesearch_alpha "
       "snes_linesearch_atol snes_linesearch_rtol snes_linesearch_ltol snes_tr_delta0 snes_tr_delta1 snes_tr_delta2 "
       "snes_tr_delta3 snes_tr_mu snes_tr_eta snes_tr_sigma snes_qn_powell_gamma",
       non_negative},
      {"snes_qn_m snes_ngmres_m snes_anderson_m", Rule::integer(1, 1000)},
      {"snes_qn_type", Rule::oneOf("lbfgs broyden badbroyden")},
      {"snes_qn_scale_type", Rule::oneOf("none scalar diagonal jacobian")},
      {"snes_qn_restart_type", Rule::oneOf("none powell periodic")},
      {"snes_ncg_type", Rule::oneOf("fr prp hs dy cd")},
      {"snes_norm_schedule", Rule::oneOf("none always initialonly finalonly initialfinalonly")},
      {"snes_monitor snes_monitor_short snes_linesearch_monitor snes_qn_monitor snes_ncg_monitor", Rule::monitor()},
      {"snes_view snes_view_pre snes_view_solution", Rule::text()},
      {"snes_converged_reason", Rule::text("::failed")},
  };
}

std::vector<AllowedOptions> eigenOptions() {
  return {
      {"eps_type", Rule::oneOf("krylovschur arnoldi lanczos subspace power gd jd lobpcg rqcg")},
      {"eps_nev eps_ncv eps_mpd", natural},
      {"eps_tol", Rule::fraction()},
      {"eps_max_it", natural},
      {"eps_true_residual eps_purify eps_krylovschur_locking eps_lobpcg_locking eps_conv_rel eps_conv_norm "
       "eps_conv_abs "
       "eps_gd_krylov_start eps_gd_borth eps_jd_krylov_start eps_jd_borth eps_arnoldi_delayed",
       flag},
      {"eps_krylovschur_restart eps_lobpcg_restart", Rule::number(0.1, 1)},
      {"eps_lobpcg_blocksize eps_gd_blocksize eps_gd_plusk eps_gd_initial_size eps_gd_minv eps_jd_blocksize "
       "eps_jd_plusk eps_jd_initial_size eps_jd_minv eps_rqcg_reset",
       Rule::integer(0, 1000)},
      {"eps_lanczos_reorthog", Rule::oneOf("local full selective periodic partial delayed")},
      {"st_type", Rule::oneOf("shift sinvert cayley precond shell")},
      {"st_shift", number},
      {"st_matmode", Rule::oneOf("copy inplace shell")},
      {"bv_type", Rule::oneOf("mat svec vecs contiguous")},
      {"bv_orthog_type", Rule::oneOf("cgs mgs")},
      {"bv_orthog_refine", Rule::oneOf("ifneeded never always")},
      {"bv_orthog_eta", Rule::number(0, 1)},
      {"bv_orthog_block", Rule::oneOf("gs chol tsqr tsqrchol svqb")},
      {"bv_matmult", Rule::oneOf("vecs mat")},
      {"ds_method", Rule::integer(0, 3)},
      {"ds_parallel", Rule::oneOf("redundant synchronized distributed")},
      {"eps_monitor eps_monitor_all eps_monitor_conv", Rule::monitor()},
      {"eps_view eps_view_pre eps_view_values eps_converged_reason eps_error_absolute eps_error_relative "
       "eps_error_backward",
       Rule::text()},
  };
}

}  // namespace

const std::vector<AllowedOptions>& allowedOptions() {
  static const std::vector<AllowedOptions> options = [] {
    std::vector<AllowedOptions> all;
    for (const auto& part : {krylovOptions(), krylovMethodOptions(), krylovOutputOptions(), preconditionerOptions(),
                             factorOptions(), fieldSplitOptions(), multigridOptions(), hypreOptions(), mlOptions(),
                             matrixOptions(), newtonOptions(), eigenOptions()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return options;
}

const std::vector<std::string>& allowedPrefixes() {
  static const std::vector<std::string> prefixes{"mg_levels_",      "mg_coarse_", "sub_",   "ksp_",   "redundant_",
                                                 "telescope_",      "inner_",     "upper_", "lower_", "esteig_",
                                                 "pc_gamg_esteig_", "newton_",    "st_"};
  return prefixes;
}

}  // namespace tenon::solver
