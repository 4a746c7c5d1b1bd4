// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contact/Contact.hpp"

namespace tenon::contact {

/// Returns W with a small mobility added in directions that have none.
base::Mat3 regularised(base::Mat3 W);
/// Returns W_tt - W_tn W_nt / W_nn, the tangential mobility under the condition u_n = 0.
base::Mat2 tangentialMobility(const base::Mat3& W);

/// Planar dry friction problem: find t and kappa >= 0 with
///   (S + kappa) t = -r,   |t| <= a + b . t,   kappa (|t| - a - b . t) = 0
///
/// for a symmetric positive definite S. In the sticking state (kappa = 0) t balances r. In the
/// slipping state t opposes the slip velocity S t + r = -kappa t.
class SlidingProblem {
 public:
  /// Creates the problem. Eigenvalues of S below `least` are replaced by `least`.
  SlidingProblem(const base::Mat2& S, double least);

  /// Returns the friction impulse t; zero if a <= 0, because no friction is then possible.
  base::Vec2 solve(const base::Vec2& r, double a, const base::Vec2& b = base::Vec2::Zero()) const;

 private:
  base::Mat2 axes_;    ///< eigenvectors of S
  base::Vec2 values_;  // eigenvalues of S
};

/// Problem of one contact with all other contacts fixed: Coulomb's law between the impulse gamma
/// and the velocity u = W gamma + q.
class LocalProblem {
 public:
  explicit LocalProblem(const base::Mat3& block);

  /// Returns the impulse with gamma_n >= `least`. For a closed contact, u_n = 0 yields
  /// gamma_n = -(q_n + W_nt gamma_t) / W_nn, and the remaining problem is a SlidingProblem.
  /// @see Bonnefon and Daviet, Quartic formulation of Coulomb 3D frictional contact, INRIA 2011:
  ///   the same problem as a polynomial of kappa
  base::Vec3 solve(const base::Vec3& q, double friction, double least = 0.0) const;

  /// Returns the matrix W of the problem.
  const base::Mat3& W() const { return W_; }

 private:
  base::Mat3 W_;
  base::Vec2 slope_;  ///< W_tn / W_nn
  SlidingProblem tangential_;
};

/// Problem of one contact with a friction pyramid, which limits each tangential component
/// separately. Each tangent sticks or slips in one of two directions, and the normal impulse is at
/// or above its lower bound; among these combinations the one with the smallest error is selected.
class LocalPyramid {
 public:
  explicit LocalPyramid(const base::Mat3& block) : W_(regularised(block)) {}
  /// Returns the impulse with gamma_n >= `least`.
  base::Vec3 solve(const base::Vec3& q, double friction, double least) const;

  /// Returns the matrix W of the problem.
  const base::Mat3& W() const { return W_; }

 private:
  base::Mat3 W_;
};

/// Problem of the moments tau of one contact with rolling or spinning friction, with all other
/// impulses fixed, including the normal impulse of the contact. |tau_n| and |tau_t| have the given
/// upper limits, and tau opposes w = W tau + q.
class LocalRollingProblem {
 public:
  explicit LocalRollingProblem(const base::Mat3& block);
  /// Returns the moments.
  base::Vec3 solve(const base::Vec3& q, const base::Vec3& tau, double most_spinning, double most_rolling) const;

  /// Returns the matrix W of the problem.
  const base::Mat3& W() const { return W_; }

 private:
  base::Mat3 W_;
  SlidingProblem rolling_;
};

}  // namespace tenon::contact
