// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "la/matrices/EntrywiseProducts.hpp"
#include "solver/saddle/Fields.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// True residual of the unscaled system, and the test of its size.
///
/// All quantities are measured in units of the square root of energy, so that neither units nor
/// large differences in stiffness matter: forces times D^-1/2, displacements times D^1/2,
/// constraint residuals times W^1/2, multipliers times W^-1/2, with D the diagonal of A (the
/// largest entry of a node) and W = diag(G D^-1 G^T)^-1. In these units |A| and |G| are of order 1.
///
/// The force residual of each object and the constraint residual of each group must be small
/// relative to the largest of their terms: |f|, |A delta|, |G^T mu|; |g|, |G||delta|, |C mu| and,
/// for rows with a right-hand side of zero, |mu|.
///
/// If these terms cancel (a body in rigid-body motion has no forces), no more than a backward error
/// at round-off can be required. The residual then must be small relative to `round_off_share` of
/// |A||delta| + |f| + |G^T||mu| over all objects. Since a nearly singular system has such residuals
/// as well, the caller must verify by a step of refinement that the solution does not change
/// (`change()`).
///
/// @see Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 7.1, 12.2.
class BlockResidual {
 public:
  /// Share of |A||delta| + |f| + |G^T||mu| below which terms have lost their digits.
  static constexpr double round_off_share = 1e-6;
  /// Largest relative change of an object's displacement in a step of refinement, if all forces are
  /// round-off.
  static constexpr double standstill = 1e-4;
  /// Share of the displacement that the forces of an object would cause against its own stiffness;
  /// objects restrained by constraints move less. Times `standstill`, it equals the required
  /// accuracy of forces.
  static constexpr double constrained_share = 1e-4;

  /// Keeps references to the matrices and vectors of the system that are needed. @note Collective.
  explicit BlockResidual(const SaddleSystem& system);

  /// Updates the weights after the values of the system's matrices have changed. @note Collective.
  void update(const SaddleSystem& system);

  /// Computes r_u = f - A delta - G^T mu and r_g = g - G delta + C mu. @note Collective.
  void compute(Vec f, Vec g, Vec delta, Vec mu);

  Vec displacement() const { return r_u_.get(); }
  Vec multipliers() const { return r_g_.get(); }

  /// Relative residual, the largest of all objects or groups; NaN if any is NaN.
  struct Ratio {
    /// Residual relative to its terms, or to the share of cancelling terms if this is larger.
    double value = 0.0;
    double of_terms = 0.0;
    std::string where;  ///< object or group of the largest residual: " of 'upper'"
  };
  const Ratio& displacementRatio() const { return of_u_; }
  const Ratio& multiplierRatio() const { return of_g_; }
  bool isSmall(double limit) const { return of_u_.value <= limit && of_g_.value <= limit; }
  bool isSmallAgainstTerms(double limit) const { return of_u_.of_terms <= limit && of_g_.of_terms <= limit; }
  /// Returns the larger of the two values; NaN if one is NaN.
  double worst() const;

  /// Returns the ratio of `step` to the displacement `delta` of an object, for the object with the
  /// largest ratio. The displacement counts as `constrained_share` of the displacement by the
  /// object's forces at least: what remains under full restraint is only error, and would change
  /// completely in every step. compute() must be called before.
  /// @note Collective.
  Ratio change(Vec step, Vec delta) const;

 private:
  void takeCompliance(const SaddleSystem& system);
  void computeDisplacementWeights();
  void computeMultiplierWeights();
  void computeForces(Vec f, Vec delta, Vec mu);
  void computeConstraintResiduals(Vec g, Vec delta, Vec mu);

  la::Matrix A_, G_;
  std::optional<la::EntrywiseProducts> squares_;  // products with the squared entries of G
  la::Vector compliance_;
  la::Vector force_weights_, displacement_weights_, residual_weights_,
      multiplier_weights_;  // D^-1/2, D^1/2, W^1/2, W^-1/2
  la::Vector r_u_, r_g_, work_u_, work_g_;
  std::optional<Fields> objects_, groups_;
  std::vector<double> forces_;  // |f|, |A delta| and |G|^T|mu| of each object: the largest.
  double cancelling_ = 0.0;     // |A||delta| + |f| + |G^T||mu|
  Ratio of_u_, of_g_;
};

}  // namespace tenon::solver
