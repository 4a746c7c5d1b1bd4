#pragma once
#include <petscksp.h>

#include <Eigen/Core>
#include <functional>
#include <memory>

#include "LowRankTerm.hpp"

#include "tenon/base/dense.hpp"

namespace tenon::solver {

/// What a preconditioner B^-1 of a sparse matrix becomes where that matrix has a term of low rank beside it, by
/// Sherman, Morrison and Woodbury:
///   (B + V W V^T)^-1 = B^-1 - Z (W^-1 + V^T Z)^-1 V^T B^-1,   Z = B^-1 V
/// It is symmetric and positive where B is, costs an application of B^-1 for each column of V once, and two products
/// with so many vectors in every application.
class LowRankPreconditioner {
 public:
  /// Collective. Takes the place of the preconditioner of a KSP, which is set up by `set_up`, and from the matrix that
  /// it is made from alone. Where that matrix gets other values, so may the term; both count from the
  /// next set-up on.
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
  Eigen::MatrixXd V_, Z_;     // of the last set-up
  base::DenseFactors small_;  // W^-1 + V^T Z
};

}  // namespace tenon::solver
