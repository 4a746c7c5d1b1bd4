#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "tenon/analysis/TangentSolver.hpp"
#include "tenon/constraint/linear/Periodic.hpp"

namespace tenon::simulation {

/// What a periodic cell is worth as a material.
struct EffectiveStiffness {
  std::vector<std::string> order;  ///< of rows and columns: xx yy zz yz xz xy, in plane problems xx yy xy
  Eigen::MatrixXd C;               ///< mean stress of unit strains, shears twice the tensor's: force/length^2
  Eigen::VectorXd initial_stress;  ///< mean stress of the loads alone
  double volume = 0.0;
  solver::SolveStatistics statistics;  ///< sums over all solves
};

/// Collective. Six unit strains (three in plane problems) one after the other, with one matrix and one set-up of the
/// solver. InputError where the problem is not linear, has not one `periodic` constraint, or where that has not a pair
/// of faces for each direction of space.
EffectiveStiffness homogenise(analysis::Equations& equations, analysis::TangentSolver& solver, base::Phases& phases);

struct HomogeniseOptions {
  std::string case_file;
  std::string output;                    ///< JSON file; empty: none
  bool allow_unused = false;             ///< accept PETSc options that nothing used
  std::vector<std::string> petsc_words;  ///< PETSc's part of the command line
};

/// The command: prints the effective stiffness of a case with one `periodic` constraint. Collective.
void homogenise(const base::Communicator& comm, const HomogeniseOptions& options);

}  // namespace tenon::simulation
