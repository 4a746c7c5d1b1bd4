#pragma once
#include <petscmat.h>

#include <Eigen/Core>
#include <vector>

namespace tenon::solver {

/// A few rows of a matrix G, the same on every rank, and as many of its columns, picked by complete pivoting, so that
/// the square G_cc of both has an inverse.
class DenseRows {
 public:
  /// Collective. `rows`: of this rank; entries of a row below `negligible` times its largest are taken for zero.
  DenseRows(Mat G, const std::vector<PetscInt>& rows, double negligible);

  /// Whether rows depend on each other: then no columns are picked.
  bool repeat() const { return columns_.empty() && !rows_.empty(); }
  const std::vector<PetscInt>& rows() const { return rows_; }
  const std::vector<PetscInt>& columns() const { return columns_; }
  /// G_cc^-1: a row per picked column.
  const Eigen::MatrixXd& inverse() const { return inverse_; }

 private:
  std::vector<PetscInt> rows_, columns_;
  Eigen::MatrixXd inverse_;
};

}  // namespace tenon::solver
