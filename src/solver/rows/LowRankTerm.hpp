#pragma once
#include <Eigen/Core>
#include <memory>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// V W V^T; V [rows of this rank x rank] with the rows of the matrix that it is added to, W diagonal and positive.
struct LowRankTerm {
  Eigen::MatrixXd V;
  Eigen::VectorXd inverse_weight;  ///< 1 / W, the same on every rank

  bool isEmpty() const { return inverse_weight.size() == 0; }
};

/// A + B + V W V^T, multiplied by and not stored: V^T x is a sum over the ranks, where a product with the rows
/// themselves would bring all of x to the ranks that own them. `B` may be empty. The term may change under it.
/// Collective.
la::Matrix sumWithLowRank(Mat A, Mat B, std::shared_ptr<const LowRankTerm> term);

/// Collective. Puts another B into such a sum.
void renewSumWithLowRank(Mat sum, Mat B);

}  // namespace tenon::solver
