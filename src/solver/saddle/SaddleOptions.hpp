// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "solver/options/SolverOptions.hpp"
#include "solver/saddle/SolverParameters.hpp"

namespace tenon::solver {

/// Options of tenon in PETSc's database, which presets, cases and the command line set like those
/// of PETSc. They determine the matrices that are passed to PETSc:
///   -saddle_form          nest, aij or primal; default: nest for solvers with splits, else aij
///   -saddle_augmentation  γ; default: that of the solver block
///   -saddle_schur         a name of schurApproximations(); default: see
///                         -pc_fieldsplit_schur_precondition
struct SaddleOptions {
  enum class Form { nest, aij, primal };

  Form form = Form::aij;
  bool has_splits = false;    ///< true if the preconditioner is a fieldsplit
  double augmentation = 0.0;  ///< weight γ; 0 without splits
  /// True if a preset, the case or the command line sets the weight; false: the default.
  bool is_augmentation_given = false;
  std::string schur;  ///< name of the approximation; empty for PETSc's own

  /// Queries PETSc's database, so that the options count as used.
  /// @throws InputError if a value has no meaning
  static SaddleOptions read(const SolverParameters& parameters, const SolverOptions& options);

  /// Returns the names of these options.
  static std::vector<std::string> names(const std::string& prefix);
};

}  // namespace tenon::solver
