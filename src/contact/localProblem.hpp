#pragma once
#include "tenon/contact/Contact.hpp"

namespace tenon::contact {

/// The problem of one contact while all others stand still: Coulomb's law between its impulse gamma and its velocity
/// u = W gamma + q.
struct LocalProblem {
  base::Mat3 W, inverse;
  double largest;  ///< eigenvalue of W

  explicit LocalProblem(const base::Mat3& block);

  /// The impulse, exact where the contact opens or sticks, else by projections from `gamma`: first the two cases that
  /// have a closed form are tried (Jean, Comput. Methods Appl. Mech. Eng. 177 (1999), 235-257).
  base::Vec3 solve(const base::Vec3& q, const base::Vec3& gamma, double friction, double least = 0.0) const;
};

/// The same of the moments tau of one contact that resist turning, while its normal impulse stands still too: |tau_n|
/// and |tau_t| are at most those given, against w = W tau + q.
struct LocalTurning {
  base::Mat3 W;
  Eigen::Matrix2d inverse;  ///< of the block across the normal
  double largest;           ///< eigenvalue of that

  explicit LocalTurning(const base::Mat3& block);
  base::Vec3 solve(const base::Vec3& q, const base::Vec3& tau, double most_spinning, double most_rolling) const;
};

}  // namespace tenon::contact
