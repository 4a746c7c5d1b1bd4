#pragma once
#include <deque>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::la {

/// Accelerates a fixed-point iteration x <- f(x) by Anderson's method: the next iterate is the combination of the last
/// f(x_i) whose residuals f(x_i) - x_i nearly cancel. Vectors are distributed over the ranks.
///
/// Source: Walker & Ni, SIAM J. Numer. Anal. 49 (2011), 1715-1735.
class AndersonAcceleration {
 public:
  explicit AndersonAcceleration(const base::Communicator& comm) : comm_(comm) {}

  /// Forgets all iterates.
  void clear() { history_.clear(); }
  /// Collective. The iterate after `x`, which f has mapped to `f`. `counts`: flags of the entries that this rank owns.
  std::vector<double> next(const std::vector<double>& x, const std::vector<double>& f,
                           const std::vector<char>& counts);

 private:
  struct Iterate {
    std::vector<double> f, residual;
    double norm;
  };
  double product(const std::vector<double>& a, const std::vector<double>& b, const std::vector<char>& counts) const;
  /// Collective. Shares of the earlier residuals in the combination that is least; empty: there is none.
  std::vector<double> shares(const std::vector<char>& counts) const;

  base::Communicator comm_;
  std::deque<Iterate> history_;
};

}  // namespace tenon::la
