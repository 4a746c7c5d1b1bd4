#pragma once
#include "tenon/la/handles.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// The true residual of the system as given, block by block, each over the largest of the terms it is made of: a body
/// that only moves has f = 0, a tie that is closed has g = 0.
class BlockResidual {
 public:
  explicit BlockResidual(const SaddleSystem& system);

  /// Collective. r_u = f - A delta - G^T mu, r_g = g - G delta + C mu.
  void compute(Vec f, Vec g, Vec delta, Vec mu);

  Vec displacement() const { return r_u_.get(); }
  Vec multipliers() const { return r_g_.get(); }
  double relativeDisplacement() const { return relative_u_; }
  double relativeMultipliers() const { return relative_g_; }
  /// The larger one; NaN where one is.
  double worst() const;

 private:
  SaddleSystem system_;
  la::Vector r_u_, r_g_, work_u_, work_g_;
  la::Matrix G_squared_;
  double relative_u_ = 0.0, relative_g_ = 0.0;
};

}  // namespace tenon::solver
