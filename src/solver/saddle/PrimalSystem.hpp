// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "Formulation.hpp"
#include "solver/schur/Elimination.hpp"

namespace tenon::solver {

/// Formulation with eliminated constraints: with u = T u_m + d(g) the masters satisfy
///   (T^T A T + D) u_m = T^T (f - A d),
/// where D has an entry on the diagonal of each slave, as for constrained degrees of freedom. The
/// multipliers follow from the rows of the slaves in A u + G^T mu = f.
class PrimalSystem : public Formulation {
 public:
  /// Eliminates the constraints and forms the reduced matrix.
  /// @throws InputError if constraints have compliance, cannot be eliminated or would fill T^T A T,
  ///   or if A provides products only
  /// @note Collective.
  explicit PrimalSystem(const SaddleSystem& system);

  Mat systemMatrix() const override { return reduced_.get(); }
  Mat preconditionerMatrix() const override { return reduced_P_ ? reduced_P_.get() : reduced_.get(); }
  PetscInt numEmptyRows() const override { return elimination_->numEmptyRows(); }
  void scale(Vec f, Vec g, Vec rhs) override;
  void addUnscaled(Vec solution, Vec delta, Vec mu) override;

 private:
  void requireApplicable() const;
  void requireShortRows() const;
  la::Matrix reduce(Mat A) const;
  /// Returns the interpolation from vertices with zeros, stored as entries, in the rows of slaves,
  /// which follow their masters and are not coupled to anything in the reduced matrix.
  la::Matrix interpolationWithoutSlaves(Mat interpolation) const;

  SaddleSystem system_;
  std::optional<Elimination> elimination_;
  la::Matrix reduced_, reduced_P_;
  la::Vector f_, particular_;  // Vectors of the last computed right-hand side.
};

}  // namespace tenon::solver
