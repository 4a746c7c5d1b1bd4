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
  base::Vec3 solve(const base::Vec3& q, const base::Vec3& gamma, double friction) const;
};

}  // namespace tenon::contact
