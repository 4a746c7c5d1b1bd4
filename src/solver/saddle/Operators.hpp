#pragma once
#include <memory>

#include "Formulation.hpp"
#include "ScaledSystem.hpp"

namespace tenon::solver {

/// A alone, or the saddle point as a nest or as one AIJ, scaled and augmented; and the matrix that the preconditioner
/// is made from, the same unless the system gives it apart.
class Operators : public Formulation {
 public:
  /// Collective. A that couples no two nodes (a lumped mass) holds every node by itself: it is not augmented.
  Operators(const SaddleSystem& system, const SaddleOptions& options);

  Mat solved() const override { return single_ ? single_.get() : saddle_ ? saddle_->get() : scaled_.A(); }
  Mat preconditioned() const override;
  PetscInt numEmptyRows() const override { return scaled_.numEmptyRows(); }
  void scale(Vec f, Vec g, Vec rhs) override { scaled_.scale(f, g, rhs); }
  void addUnscaled(Vec solution, Vec delta, Vec mu) override { scaled_.addUnscaled(solution, delta, mu); }

  bool update(const SaddleSystem& system, bool rescales) override;
  bool separate() override { return scaled_.separate(); }
  void join() override { scaled_.join(); }
  void nameSplits(KSP ksp) const override;
  void prepareSplits(KSP ksp) override;
  void nameParts(KSP ksp) const override;
  void completeSplits(KSP ksp, const std::function<void(PC)>& set_up) const override;

 private:
  bool hasSplits() const { return options_.has_splits && scaled_.hasMultipliers(); }
  bool isSame() const { return scaled_.A() == scaled_.P(); }
  std::string schurApproximation(PC pc) const;
  /// The system as the preconditioner sees it, borrowed from the vectors given.
  SaddleSystem seen(const la::Vector& compliance) const;

  SaddleSystem given_;
  SaddleOptions options_;
  ScaledSystem scaled_;
  std::unique_ptr<la::SaddleMatrix> saddle_, saddle_P_;  // nullptr with A alone
  la::Matrix single_, single_P_;                         // for solvers that want one AIJ
  std::string schur_;                                    // the approximation that a split is prepared with
  la::Matrix S_;                                         // and what it is, with PETSc's sign
};

}  // namespace tenon::solver
