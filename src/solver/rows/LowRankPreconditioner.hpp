#pragma once
#include <petscksp.h>

#include <Eigen/Dense>
#include <functional>
#include <memory>

namespace tenon::solver {

/// V W V^T; V [rows of this rank x rank] with the rows of the matrix that it is added to, W diagonal and positive.
struct LowRankTerm {
  Eigen::MatrixXd V;
  Eigen::VectorXd inverse_weight;  ///< 1 / W, the same on every rank

  bool isEmpty() const { return inverse_weight.size() == 0; }
};

/// What a preconditioner B^-1 of a sparse matrix becomes where that matrix has a term of low rank beside it, by
/// Sherman, Morrison and Woodbury:
///   (B + V W V^T)^-1 = B^-1 - Z (W^-1 + V^T Z)^-1 V^T B^-1,   Z = B^-1 V
/// It is symmetric and positive where B is, costs an application of B^-1 for each column of V once, and two products
/// with so many vectors in every application.
class LowRankPreconditioner {
 public:
  /// Collective. Takes the place of the preconditioner of a KSP, which is set up by `set_up`, and from the matrix that
  /// it is made from alone.
  static void wrap(KSP ksp, LowRankTerm term, std::function<void(PC)> set_up);

  ~LowRankPreconditioner();
  LowRankPreconditioner(const LowRankPreconditioner&) = delete;
  LowRankPreconditioner& operator=(const LowRankPreconditioner&) = delete;

  void setUp();
  void apply(Vec x, Vec y);

 private:
  LowRankPreconditioner(PC inner, LowRankTerm term, std::function<void(PC)> set_up);

  PC inner_;
  LowRankTerm term_;
  std::function<void(PC)> set_up_;
  Eigen::MatrixXd Z_;
  Eigen::PartialPivLU<Eigen::MatrixXd> small_;  // W^-1 + V^T Z
};

}  // namespace tenon::solver
