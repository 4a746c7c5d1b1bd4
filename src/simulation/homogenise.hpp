// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "analysis/TangentSolver.hpp"
#include "constraint/linear/Periodic.hpp"

namespace tenon::simulation {

/// Effective elastic properties of a periodic cell.
struct EffectiveStiffness {
  /// Order of rows and columns: xx yy zz yz xz xy, in plane problems xx yy xy.
  std::vector<std::string> order;
  /// Effective stiffness, the mean stress of unit strains, with engineering shear strains
  /// [force/length^2].
  Eigen::MatrixXd C;
  Eigen::VectorXd initial_stress;  ///< mean stress of the loads alone [force/length^2]
  /// Volume of the cell.
  double volume = 0.0;
  solver::SolveStatistics statistics;  ///< sums over all solves
};

/// Computes the effective stiffness by six unit strains (three in plane problems) with one matrix
/// and one set-up of the solver.
/// @throws InputError if the problem is not linear, if it does not have exactly one `periodic`
///   constraint, or if this constraint does not have one pair of faces for each direction of space
/// @note Collective.
EffectiveStiffness homogenise(analysis::Equations& equations, analysis::TangentSolver& solver, base::Phases& phases);

/// Options of the command `tenon homogenise`.
struct HomogeniseOptions {
  /// Path of the case file.
  std::string case_file;
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings;
  std::string output;                    ///< JSON file; empty if there is none
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

/// Prints the effective stiffness of a case with one `periodic` constraint. @note Collective.
void homogenise(const base::Communicator& comm, const HomogeniseOptions& options);

}  // namespace tenon::simulation
