// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "Formulation.hpp"
#include "ScaledSystem.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"

namespace tenon::solver {

/// Formulation with A alone, or with the saddle-point matrix as a nest or as one AIJ matrix, scaled
/// and augmented. The preconditioner is built from the same matrix unless the system provides a
/// separate one.
class Operators : public Formulation {
 public:
  /// Scales and augments the system. A matrix A that couples no two nodes (a lumped mass) is
  /// regular by itself and not augmented.
  /// @note Collective.
  Operators(const SaddleSystem& system, const SaddleOptions& options);

  Mat systemMatrix() const override { return single_ ? single_.get() : saddle_ ? saddle_->get() : scaled_.A(); }
  Mat preconditionerMatrix() const override;
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
  /// Returns the system that the preconditioner is built from; its objects belong to this class and
  /// to the given vectors.
  SaddleSystem systemForSchur(const la::Vector& compliance) const;

  SaddleSystem system_;
  SaddleOptions options_;
  ScaledSystem scaled_;
  std::unique_ptr<la::SaddleMatrix> saddle_, saddle_P_;  // nullptr with A alone
  la::Matrix single_, single_P_;                         // AIJ matrices for solvers that need one.
  std::string schur_;                                    // Name of the approximation that a split is prepared with.
  la::Matrix S_;                                         // Approximation of the Schur complement, with PETSc's sign.
};

}  // namespace tenon::solver
