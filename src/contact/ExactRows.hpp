// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <boost/container/small_vector.hpp>
#include <vector>

#include "tenon/base/Index.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Rows of the exact (rigid) constraints between bodies in a step of length h: Phi(q, t) = 0,
/// Phi >= 0 with a bound, or a condition on velocities. Each row belongs to one rank. All arrays
/// are [rows].
struct ExactRows {
  /// Contribution of one body to a row. In the numbering of the bodies, the owned bodies of rank 0
  /// come first, then those of rank 1, and so on.
  struct BodyTerm {
    base::GlobalIndex body;  ///< number of the body
    base::Vec6 slope;        ///< derivative of Phi with respect to the displacement and rotation of the body
  };
  /// Contributions of all bodies to one row.
  using BodyTerms = boost::container::small_vector<BodyTerm, 2>;
  std::vector<BodyTerms> slopes;  ///< constraint Jacobian G
  /// Constraint residuals Phi at the current positions and at the time of the end of the step.
  std::vector<double> violation;
  std::vector<double> rate;  ///< b of G v + b = 0 (or >= 0), with the velocity v at the end of the step
  /// Mean rates (Phi(q (+) h v) - Phi(q)) / h with all values at the beginning of the step; 0 for
  /// rows with a bound and for conditions on velocities.
  std::vector<double> mean_rate;
  std::vector<double> force;    ///< initial guess of the Lagrange multipliers
  std::vector<char> has_bound;  ///< true for unilateral rows: Phi >= 0, lambda >= 0
  /// Friction coefficient of a gap with a bound that is followed by two slips in its block, all
  /// three in Coulomb's cone; 0 for all other rows. Empty if no row has friction.
  std::vector<double> friction{};
  std::vector<char> is_position_level;  ///< true for conditions on positions, whose drift is corrected
  std::vector<int> blocks;              ///< number of rows of each consecutive block, such as those of one joint

  /// Returns the number of rows of this rank.
  std::size_t size() const { return slopes.size(); }
  /// Returns the friction coefficient of a row; 0 without friction.
  double frictionOf(std::size_t row) const { return friction.empty() ? 0.0 : friction[row]; }
};

/// Interface to the exact constraints of a step and to the positions at which they are evaluated.
class ExactConstraints {
 public:
  virtual ~ExactConstraints() = default;
  /// Returns the rows of this rank at the current positions.
  virtual const ExactRows& rows() const = 0;
  /// Updates slopes and violations for displaced bodies.
  /// @param increments  [owned bodies x 6] displacements and rotations since the beginning of the
  ///   step
  /// @note Collective.
  virtual void updatePositions(const std::vector<double>& increments) = 0;
};

}  // namespace tenon::contact
