#pragma once
#include <petscksp.h>

#include <Eigen/Core>
#include <vector>

#include "tenon/base/dense.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// The Schur complement S = D - C A^-1 B of a fieldsplit (MATSCHURCOMPLEMENT), formed as a dense m x m matrix and
/// factored, so that the multipliers of a saddle point are found in one application. A^-1 B is solved for by blocks of
/// columns, with the solver that the displacement's split has. The matrix and its factors are on every rank: for few
/// multipliers.
class DenseSchur {
 public:
  static constexpr PetscInt most_multipliers = 3000;  ///< 72 MB and some seconds on every rank

  /// Collective. Redundant rows, where S is singular, get the multipliers of least norm.
  explicit DenseSchur(Mat schur_complement);

  /// Collective. Of other values of the same matrices.
  void renew(Mat schur_complement);

  /// Collective. y = S^-1 x.
  void apply(Vec x, Vec y);

 private:
  using Matrix = Eigen::MatrixXd;

  /// Columns of B that are solved for at once, kept for further values.
  struct Block {
    la::Matrix columns, solved;
  };

  void form(Mat schur_complement);
  void addColumns(Mat schur_complement, Block& block, PetscInt first, PetscInt count);
  void factor(bool symmetric);

  Matrix negative_;  // -S on every rank, until it is factored
  Block full_, last_;
  std::vector<int> counts_, starts_;
  base::DenseFactors factors_;
};

}  // namespace tenon::solver
