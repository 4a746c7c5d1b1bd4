// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <Eigen/Core>
#include <functional>
#include <memory>

#include "LowRankTerm.hpp"

#include "base/dense.hpp"

namespace tenon::solver {

/// Preconditioner of a sparse matrix B plus a term of low rank, from a preconditioner B^-1 of the
/// sparse matrix, by the Sherman–Morrison–Woodbury formula:
///   (B + V W V^T)^-1 = B^-1 - Z (W^-1 + V^T Z)^-1 V^T B^-1,   Z = B^-1 V
/// It is symmetric and positive if B^-1 is. The set-up costs one application of B^-1 for each
/// column of V; each application costs two products with V or Z.
class LowRankPreconditioner {
 public:
  /// Replaces the preconditioner of a KSP, which is made from the sparse matrix alone. If the
  /// values of that matrix change, the term may change as well; both changes take effect at the
  /// next set-up.
  /// @param set_up  sets up the replaced preconditioner
  /// @note Collective.
  static void wrap(KSP ksp, std::shared_ptr<const LowRankTerm> term, std::function<void(PC)> set_up);

  ~LowRankPreconditioner();
  LowRankPreconditioner(const LowRankPreconditioner&) = delete;
  LowRankPreconditioner& operator=(const LowRankPreconditioner&) = delete;

  void setUp();
  void apply(Vec x, Vec y);

 private:
  LowRankPreconditioner(PC inner, std::shared_ptr<const LowRankTerm> term, std::function<void(PC)> set_up);

  PC inner_;
  std::shared_ptr<const LowRankTerm> term_;
  std::function<void(PC)> set_up_;
  Eigen::MatrixXd V_, Z_;           // Columns of the last set-up.
  base::DenseFactorisation small_;  // Factors of W^-1 + V^T Z.
};

}  // namespace tenon::solver
