#pragma once
#include "rows/LowRankPreconditioner.hpp"
#include "rows/longRows.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// The saddle point as PETSc gets it: constraint rows scaled to stiffnesses (those of P), A augmented.
///
///   [A + G'^T Gamma G'   G'^T] [ delta ]   [f + G'^T Gamma g']      G' = s G, g' = s g, C' = s C s, mu = s mu'
///   [G'                 -C'' ] [ mu''  ] = [g'               ]      mu'' = T mu', C'' = C' / T
///
/// with Gamma = gamma / (kappa + gamma C') and T = 1 - Gamma C', both diagonal; without compliance T = 1. Adding
/// Gamma times the second row to the first leaves the solution as it is, and with T the matrix stays symmetric.
///
/// Rows that join many unknowns would fill A. Of these G'^T Gamma G' is a term of low rank, multiplied by and not
/// stored: A() has products only then, and P(), which has entries, lacks it. So that P() is regular even where nothing
/// but such rows holds a body, it gets weak springs in its place.
class ScaledSystem {
 public:
  /// Collective. `augmentation` 0: A is used as it is.
  ScaledSystem(const SaddleSystem& system, double augmentation);

  /// Collective. Follows other values of the matrices that it was made of, in place, with other scales where they may
  /// change. The low-rank term follows, too. False where some rows are long and P has products only.
  bool update(const SaddleSystem& system, bool rescales);

  /// Collective. A as if rows that may let go had done so (SaddleSystem::bounded), in the same pattern, until join().
  /// Whether it is augmented by any of them.
  bool separate();
  void join();

  bool hasMultipliers() const { return G_.get() != nullptr; }
  /// What is solved, augmented; and what its preconditioner is made from, likewise: the same unless that was given
  /// apart, or rows are long.
  Mat A() const { return augmented_ ? augmented_.get() : given_.A; }
  Mat P() const { return augmented_P_ ? augmented_P_.get() : given_.P == given_.A ? A() : given_.P; }
  /// What A() has and P() lacks; nothing where no row is long.
  std::shared_ptr<const LowRankTerm> lowRankTerm() const { return low_rank_; }
  /// [A' G'^T; G' -C''] with A() or P() in the corner. Collective.
  la::SaddleMatrix whole(Mat corner) const;
  PetscInt numEmptyRows() const { return num_empty_rows_; }
  /// G', Gamma and C'' (of this rank's rows); with multipliers only.
  Mat G() const { return G_.get(); }
  Vec gamma() const { return gamma_.get(); }
  bool isAugmented() const { return static_cast<bool>(augmented_); }
  const std::vector<double>& compliance() const { return compliance_; }

  /// `rhs` = (f', g'), displacement first on every rank. Collective.
  void scale(Vec f, Vec g, Vec rhs) const;
  /// delta += , mu += what `solution` = (delta, mu'') means. Collective.
  void addUnscaled(Vec solution, Vec delta, Vec mu) const;

 private:
  void take(const SaddleSystem& system);
  void findScales();
  void leaveOutStiffened(Vec inverse_diagonal, Vec sums) const;
  la::Vector squaredRowSums(Vec weights);
  void formConstraintBlocks();
  void formWeights();
  void augment();
  void formProduct();
  void renewLowRankTerm();
  la::Vector weakSprings() const;
  la::Vector unit(PetscInt row) const;

  SaddleSystem given_;
  double augmentation_;
  double kappa_ = 1.0;
  PetscInt num_empty_rows_ = 0;
  std::vector<Augments> augments_;  // of this rank's rows
  bool some_are_long_ = false;      // on any rank
  std::shared_ptr<LowRankTerm> low_rank_;
  la::Matrix G_, G_transposed_, augmented_, augmented_P_;
  la::Matrix squares_;                                      // of the entries of G
  la::Matrix rows_, rows_transposed_, weighted_, product_;  // what of G' is added to A, and what it makes
  std::vector<double> compliance_;                          // C'' of this rank's rows
  la::Vector scale_, gamma_, multiplier_scale_;             // s, Gamma, s / T
};

/// Rigid-body modes of the whole as the near-nullspace of A, the symmetry, and what else multigrid asks for.
void describeToMultigrid(Mat A, const SaddleSystem& system);

}  // namespace tenon::solver
