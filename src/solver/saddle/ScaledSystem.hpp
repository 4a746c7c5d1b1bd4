// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "la/matrices/EntrywiseProducts.hpp"
#include "la/matrices/RowOperator.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "solver/schur/LowRankPreconditioner.hpp"
#include "solver/schur/longRows.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// Saddle-point system as passed to PETSc: constraint rows are scaled to stiffnesses (those of P),
/// and A is augmented.
///
///   [A + G'^T Γ G'   G'^T] [ delta ]   [f + G'^T Γ g']    G' = s G, g' = s g, C' = s C s
///   [G'             -C'' ] [ mu''  ] = [g'           ]    mu = s mu', mu'' = T mu', C'' = C' / T
///
/// Γ = γ / (κ + γ C') and T = 1 - Γ C' are diagonal; without compliance T = 1. The addition of Γ
/// times the second row to the first leaves the solution unchanged; T keeps the matrix symmetric.
///
/// Dense rows would fill A. Their part of G'^T Γ G' is a term of low rank that is applied and not
/// stored: A() then provides products only, and P(), which has entries, lacks the term. Weak
/// springs replace the term in P(), so that P() is regular even if dense rows are the only support
/// of a body.
class ScaledSystem {
 public:
  /// Scales and augments the system.
  /// @param augmentation  γ; 0: A is used unchanged
  /// @note Collective.
  ScaledSystem(const SaddleSystem& system, double augmentation);

  /// Updates the system in place after the values of its matrices have changed, including the
  /// low-rank term.
  /// @param rescales  true if the scales may change
  /// @return false if some rows are dense and P provides products only
  /// @note Collective.
  bool update(const SaddleSystem& system, bool rescales);

  /// Removes rows that may become inactive (SaddleSystem::bounded_rows) from the augmentation of A,
  /// within the same pattern, until join() is called. Returns true if A was augmented by any of
  /// these rows.
  /// @note Collective.
  bool separate();
  void join();

  bool hasMultipliers() const { return G_.has_value(); }
  /// Returns the augmented operator.
  Mat A() const { return augmented_ ? augmented_.get() : system_.A; }
  /// Returns the augmented matrix that the preconditioner is built from: A(), unless the system
  /// contains a separate matrix or rows are dense.
  Mat P() const { return augmented_P_ ? augmented_P_.get() : system_.P == system_.A ? A() : system_.P; }
  /// Returns the term that A() has and P() lacks; nullptr if no row is dense.
  std::shared_ptr<const LowRankTerm> lowRankTerm() const { return low_rank_; }
  /// Returns [A' G'^T; G' -C''] with A() or P() as its first block. @note Collective.
  la::SaddleMatrix whole(Mat corner) const;
  PetscInt numEmptyRows() const { return num_empty_rows_; }
  /// Returns G', Γ and C'' (of owned rows); only with multipliers.
  Mat G() const { return G_->get(); }
  Vec gamma() const { return gamma_.get(); }
  bool isAugmented() const { return static_cast<bool>(augmented_); }
  const std::vector<double>& compliance() const { return compliance_; }

  /// Computes `rhs` = (f', g'), on each rank first the displacement part. @note Collective.
  void scale(Vec f, Vec g, Vec rhs) const;
  /// Adds the values of `solution` = (delta, mu'') to delta and mu. @note Collective.
  void addUnscaled(Vec solution, Vec delta, Vec mu) const;

 private:
  void take(const SaddleSystem& system);
  void findScales();
  void excludeStiffened(Vec inverse_diagonal, Vec sums) const;
  void formConstraintBlocks();
  void formWeights();
  void augment();
  void formProduct();
  void updateLowRankTerm();
  la::Vector weakSprings() const;
  la::Vector unit(PetscInt row) const;

  SaddleSystem system_;
  double augmentation_;
  double kappa_ = 1.0;
  PetscInt num_empty_rows_ = 0;
  std::vector<Augments> augments_;  // Treatment of each owned row.
  bool has_long_rows_ = false;      // True if a row on any rank is dense.
  std::shared_ptr<LowRankTerm> low_rank_;
  std::optional<la::RowOperator> G_;              // G' and its transpose; empty without multipliers.
  std::optional<la::EntrywiseProducts> squares_;  // Products with the squared entries of G.
  la::Matrix augmented_, augmented_P_;
  // Rows of G' that are added to A, and their products.
  la::Matrix rows_, rows_transposed_, weighted_, product_;
  std::vector<double> compliance_;               // C'' of owned rows
  la::Vector scale_, gamma_, multiplier_scale_;  // s, Γ, s / T
};

/// Attaches the properties that multigrid needs to A: the rigid-body modes of the whole as
/// near-null space, the symmetry and others.
void describeToMultigrid(Mat A, const SaddleSystem& system);

}  // namespace tenon::solver
