#pragma once
#include <boost/container/small_vector.hpp>
#include <vector>

#include "tenon/base/Index.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Rows of exact constraints between bodies in a step of length h, each on one rank: Phi(q, t) = 0, or Phi >= 0 with a
/// bound, or conditions on velocities. All arrays are [rows].
struct ExactRows {
  /// By a motion of one body, which has the number that it has where those of rank 0 are counted first, then those of
  /// rank 1, and so on.
  struct Part {
    base::GlobalIndex body;
    base::Vec6 slope;
  };
  using Parts = boost::container::small_vector<Part, 2>;
  std::vector<Parts> slopes;      ///< G
  std::vector<double> violation;  ///< Phi where the bodies are, at the end of the step in time
  std::vector<double> rate;       ///< b of G v + b = 0 (or >= 0), v at the end of the step
  std::vector<double> way;        ///< (Phi(q (+) h v) - Phi(q)) / h, all as the step begins; 0 of bounds, of velocities
  std::vector<double> force;      ///< where the search for the multipliers begins
  std::vector<char> has_bound;    ///< Phi >= 0, lambda >= 0
  /// Of a gap with a bound that two slips follow in its block, all three in Coulomb's cone; else 0. Empty: none.
  std::vector<double> friction{};
  std::vector<char> is_on_motion;  ///< a condition on positions, from which bodies must not drift
  std::vector<int> blocks;         ///< rows of each block, such as those of one joint, block by block

  std::size_t size() const { return slopes.size(); }
  double frictionOf(std::size_t row) const { return friction.empty() ? 0.0 : friction[row]; }
};

/// Who knows the exact constraints of a step, and where the bodies are.
class ExactConstraints {
 public:
  virtual ~ExactConstraints() = default;
  virtual const ExactRows& rows() const = 0;
  /// Collective. Slopes and violations with the owned bodies moved by these, [owned bodies x 6], from where the step
  /// began.
  virtual void follow(const std::vector<double>& increments) = 0;
};

}  // namespace tenon::contact
