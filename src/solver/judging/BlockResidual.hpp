#pragma once
#include <optional>
#include <string>
#include <vector>

#include "saddle/Fields.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// The true residual of the system as given, and whether it is small.
///
/// Everything is measured in units of the square root of energy, so that neither units nor stiffnesses of very
/// different size matter: forces times D^-1/2, displacements times D^1/2, violations times W^1/2, multipliers times
/// W^-1/2, with D the diagonal of A (the largest of a node) and W = diag(G D^-1 G^T)^-1. In these units |A| and |G| are
/// of order 1.
///
/// Each object's forces and each group's violations have to be small against the largest of the terms that they are
/// made of: |f|, |A delta|, |G^T mu|; |g|, |G||delta|, |C mu| and, for what is held at zero, |mu|. Where these cancel
/// (a body that only moves has no forces) nobody can ask for more than a backward error at round-off: the residual then
/// has to be small against `round_off_share` of |A||delta| + |f| + |G^T||mu| over all, and whoever asked has to see by
/// a step of refinement that the solution stands still (`change()`), for a nearly singular system has such residuals,
/// too.
///
/// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 7.1, 12.2.
class BlockResidual {
 public:
  /// Terms below this share of |A||delta| + .. have lost their digits.
  static constexpr double round_off_share = 1e-6;
  /// Of an object's motion: where all forces are round-off, a step of refinement changes less.
  static constexpr double standstill = 1e-4;
  /// Of the motion that an object's forces would give it against its own stiffness: what constraints hold moves less.
  /// Times `standstill` it is as exact as forces are asked to be.
  static constexpr double held_share = 1e-4;

  /// Collective. Keeps what it needs of the system's matrices and vectors.
  explicit BlockResidual(const SaddleSystem& system);

  /// Collective. The system's matrices have other values.
  void update(const SaddleSystem& system);

  /// Collective. r_u = f - A delta - G^T mu, r_g = g - G delta + C mu.
  void compute(Vec f, Vec g, Vec delta, Vec mu);

  Vec displacement() const { return r_u_.get(); }
  Vec multipliers() const { return r_g_.get(); }

  /// A residual over its measure: the worst of all objects or groups. NaN where one is.
  struct Ratio {
    double value = 0.0;  ///< over terms, or the share of what cancels where that is more
    double of_terms = 0.0;
    std::string where;  ///< " of 'upper'"
  };
  const Ratio& ofDisplacement() const { return of_u_; }
  const Ratio& ofMultipliers() const { return of_g_; }
  bool isSmall(double limit) const { return of_u_.value <= limit && of_g_.value <= limit; }
  bool isSmallAgainstTerms(double limit) const { return of_u_.of_terms <= limit && of_g_.of_terms <= limit; }
  /// The larger value; NaN where one is.
  double worst() const;

  /// Collective, after compute(). How much of an object's motion `delta` the step `step` is; of the object where that
  /// is most. An object's motion counts as `held_share` of that of its forces at least: what is left where constraints
  /// hold it is all error, and would change wholly for ever.
  Ratio change(Vec step, Vec delta) const;

 private:
  void takeCompliance(const SaddleSystem& system);
  void weighDisplacements();
  void weighMultipliers();
  void computeForces(Vec f, Vec delta, Vec mu);
  void computeViolations(Vec g, Vec delta, Vec mu);

  la::Matrix A_, G_, G_squared_;
  la::Vector compliance_;
  la::Vector of_force_, of_motion_, of_violation_, of_multiplier_;  // D^-1/2, D^1/2, W^1/2, W^-1/2
  la::Vector r_u_, r_g_, work_u_, work_g_;
  std::optional<Fields> objects_, groups_;
  std::vector<double> forces_;  // |f|, |A delta|, |G|^T|mu| of each object: the largest
  double cancelling_ = 0.0;     // |A||delta| + |f| + |G^T||mu|
  Ratio of_u_, of_g_;
};

}  // namespace tenon::solver
