#pragma once
#include "tenon/contact/Contact.hpp"

namespace tenon::contact {

/// W with a little mobility in the directions that have none.
base::Mat3 withoutHiddenDirections(base::Mat3 W);
/// W_tt - W_tn W_nt / W_nn: velocities along the surface while u_n = 0.
base::Mat2 whileClosed(const base::Mat3& W);

/// Dry friction in a plane: t, and kappa >= 0, of
///   (S + kappa) t = -r,   |t| <= a + b . t,   kappa (|t| - a - b . t) = 0
/// with a symmetric, positive definite S: what resists is along -r while it holds (kappa = 0), and beyond that against
/// the sliding, whose velocity S t + r is -kappa t.
class SlidingProblem {
 public:
  /// S, to which `least` is added in directions in which it is less.
  SlidingProblem(const base::Mat2& S, double least);

  /// 0 where a <= 0 and nothing can resist.
  base::Vec2 solve(const base::Vec2& r, double a, const base::Vec2& b = base::Vec2::Zero()) const;

 private:
  base::Mat2 axes_;  ///< eigenvectors of S
  base::Vec2 values_;
};

/// The problem of one contact while all others stand still: Coulomb's law between its impulse gamma and its velocity
/// u = W gamma + q.
class LocalProblem {
 public:
  explicit LocalProblem(const base::Mat3& block);

  /// The impulse, with gamma_n >= `least`. Where the contact is closed, u_n = 0 gives gamma_n = -(q_n + W_nt gamma_t) /
  /// W_nn, and what remains is a SlidingProblem (Bonnefon and Daviet, Quartic formulation of Coulomb 3D frictional
  /// contact, INRIA 2011, has it as a polynomial of kappa).
  base::Vec3 solve(const base::Vec3& q, double friction, double least = 0.0) const;

  const base::Mat3& W() const { return W_; }

 private:
  base::Mat3 W_;
  base::Vec2 slope_;  ///< W_tn / W_nn
  SlidingProblem tangential_;
};

/// The same where friction limits each tangent by itself: of what sticks, slides one way or the other along each, and
/// is at its least or beyond it, that which is least wrong.
class LocalPyramid {
 public:
  explicit LocalPyramid(const base::Mat3& block) : W_(withoutHiddenDirections(block)) {}
  base::Vec3 solve(const base::Vec3& q, double friction, double least) const;

  const base::Mat3& W() const { return W_; }

 private:
  base::Mat3 W_;
};

/// The same of the moments tau of one contact that resist turning, while its normal impulse stands still too: |tau_n|
/// and |tau_t| are at most those given, against w = W tau + q.
class LocalTurning {
 public:
  explicit LocalTurning(const base::Mat3& block);
  base::Vec3 solve(const base::Vec3& q, const base::Vec3& tau, double most_spinning, double most_rolling) const;

  const base::Mat3& W() const { return W_; }

 private:
  base::Mat3 W_;
  SlidingProblem rolling_;
};

}  // namespace tenon::contact
