// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <deque>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::la {

/// Anderson acceleration of a fixed-point iteration x <- f(x). The next iterate is the linear
/// combination of the last f(x_i) for which the norm of the combined residuals f(x_i) - x_i is
/// minimal. Vectors are distributed over the ranks.
/// @see Walker and Ni, SIAM J. Numer. Anal. 49 (2011), 1715-1735.
class AndersonAcceleration {
 public:
  explicit AndersonAcceleration(const base::Communicator& comm) : comm_(comm) {}

  /// Discards all iterates.
  void clear() { history_.clear(); }
  /// Returns the iterate that follows `x`.
  /// @param x  current iterate
  /// @param f  value f(x)
  /// @param is_owned  flags of the entries that this rank owns
  /// @note Collective.
  std::vector<double> nextIterate(const std::vector<double>& x, const std::vector<double>& f,
                                  const std::vector<char>& is_owned);

 private:
  struct Iterate {
    std::vector<double> f, residual;
    double norm;
  };
  double product(const std::vector<double>& a, const std::vector<double>& b, const std::vector<char>& is_owned) const;
  /// Returns the coefficients of the earlier residuals in the combination of least norm; empty if
  /// there is none.
  /// @note Collective.
  std::vector<double> computeCoefficients(const std::vector<char>& is_owned) const;

  base::Communicator comm_;
  std::deque<Iterate> history_;
};

}  // namespace tenon::la
