// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <memory>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Term V W V^T. V [owned rows × rank] has the row distribution of the matrix that the term is
/// added to; W is diagonal and positive.
struct LowRankTerm {
  Eigen::MatrixXd V;
  Eigen::VectorXd inverse_weight;  ///< 1 / W, identical on all ranks

  bool isEmpty() const { return inverse_weight.size() == 0; }
};

/// Returns a shell that multiplies by A + B + V W V^T, none of which is stored as a sum. V^T x is a
/// sum over the ranks; a product with the rows themselves would gather all of x on the ranks that
/// own them. `B` may be nullptr. The term may change after the call.
/// @note Collective.
la::Matrix sumWithLowRank(Mat A, Mat B, std::shared_ptr<const LowRankTerm> term);

/// Replaces B in such a sum. @note Collective.
void updateSumWithLowRank(Mat sum, Mat B);

}  // namespace tenon::solver
