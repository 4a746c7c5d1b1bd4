#pragma once
#include <memory>

#include "ScaledSystem.hpp"

namespace tenon::solver {

/// The matrices that a KSP gets: A alone, the saddle point as a nest for solvers with splits, or as one AIJ for others;
/// and the one that the preconditioner is made from, the same unless the system gives it apart.
class Operators {
 public:
  /// Collective.
  Operators(const SaddleSystem& system, double augmentation, bool with_splits);

  const ScaledSystem& scaled() const { return scaled_; }
  Mat solved() const { return single_ ? single_.get() : saddle_ ? saddle_->get() : scaled_.A(); }
  Mat preconditioned() const;
  /// Rows of "displacement" and "multipliers".
  IS split(const char* name) const { return saddle_->indexSets().at(name).get(); }

 private:
  ScaledSystem scaled_;
  bool is_same_;
  std::unique_ptr<la::SaddleMatrix> saddle_, saddle_P_;  // nullptr with A alone
  la::Matrix single_, single_P_;                         // for solvers without splits
};

/// Whether a matrix has products only.
bool isShell(Mat matrix);

}  // namespace tenon::solver
