// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "solver/options/PreconditionerParameters.hpp"
#include "solver/options/SystemSize.hpp"
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::solver {

/// Parameters of the block `solver` of a case. Tolerances and limits are set by PETSc options
/// (-ksp_rtol, -ksp_max_it).
struct SolverParameters {
  std::string preset;  ///< name of the preset; if empty, it is chosen automatically
  /// Reason for the automatic choice of the preset; not a key of the case.
  std::string choice_reason;
  /// Maximum estimated factorisation time for which `direct` is chosen automatically [s]. A quarter
  /// of this value applies to systems without multipliers.
  double direct_seconds = default_direct_seconds;
  /// Dimensionless weight γ of the augmentation. The option -saddle_augmentation, which presets may
  /// also set, overrides it.
  double augmentation = 0.5;
  /// Name of the Schur-complement approximation in schurApproximations(); if empty, PETSc's
  /// approximation is used. The option -saddle_schur overrides it.
  std::string schur;
  /// True if multigrid levels use single-precision copies of their matrices for matrix-vector
  /// products.
  bool single_precision = true;
  base::CaseNode preconditioner_block;  ///< block `preconditioner` as given in the case
  /// Parameters read from `preconditioner_block`.
  PreconditionerParameters preconditioner;
  /// Prefix of this solver's PETSc options if there are several solvers; not a key of the case.
  std::string prefix;
  /// Declares the keys of the block.
  static void declare(base::Parameters<SolverParameters>& p);
};

}  // namespace tenon::solver
