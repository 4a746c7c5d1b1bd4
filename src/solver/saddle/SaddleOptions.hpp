#pragma once
#include <string>
#include <vector>

#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// tenon's own options beside PETSc's, which presets, cases and the command line give like those. They say which
/// matrices PETSc gets:
///   -saddle_form          nest, aij or primal; default: nest for solvers with splits, else aij
///   -saddle_augmentation  gamma; default: that of the solver block
///   -saddle_schur         a name of schurApproximations(); default: as -pc_fieldsplit_schur_precondition says
struct SaddleOptions {
  enum class Form { nest, aij, primal };

  Form form = Form::aij;
  bool has_splits = false;    ///< the preconditioner is a fieldsplit
  double augmentation = 0.0;  ///< 0 without splits
  bool is_augmentation_given = false;  ///< by a preset, the case or the command line; else it is the default
  std::string schur;          ///< empty: PETSc's own

  /// Asks PETSc's database, so that the options count as used. InputError for values that mean nothing.
  static SaddleOptions read(const SolverParameters& parameters, const SolverOptions& options);

  static std::vector<std::string> names(const std::string& prefix);
};

}  // namespace tenon::solver
