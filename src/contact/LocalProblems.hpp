// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>

#include "lanes.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Local problems of one contact per lane (see LocalProblem), vectorised without branches per
/// contact.
class LocalProblems {
 public:
  /// Sets the problem of a lane.
  /// @param lane        index of the lane
  /// @param block       W including the compliance
  /// @param least       lower bound of the normal impulse that solve() will use for this lane
  /// @param compliance  compliance of the contact, contained in `block`
  void set(int lane, const base::Mat3& block, double least, double compliance);

  /// Returns the impulses gamma, as LocalProblem::solve().
  Lanes3 solve(const Lanes3& q, const Lane& friction, const Lane& least) const;

  /// Multiplies by W without the compliance: q is defined by the velocity without the term of the
  /// contact's own compliance.
  Lanes3 multiply(const Lanes3& gamma) const { return W_ * gamma; }

 private:
  static SymmetricLanes2 inverseOf(const SymmetricLanes2& S, const Lane& kappa);
  static Lanes2 slide(const SymmetricLanes2& S, SymmetricLanes2 inverse, const Lanes2& force, const Lane& a,
                      const Lanes2& b);

  SymmetricLanes3 W_;    // without the compliance c, which solve() has only in the following members
  Lane inverse_normal_;  // 1 / (W_nn + c)
  // Inverse of W_tt - W_tn W_nt / (W_nn + c); stored, because divisions are slower than memory.
  SymmetricLanes2 inverse_closed_;
  bool has_least_ = false;  // in any lane
};

// The functions below have one caller each and are inlined, so that their values stay in registers.

/// Returns (S + kappa)^-1.
inline SymmetricLanes2 LocalProblems::inverseOf(const SymmetricLanes2& S, const Lane& kappa) {
  const Lane xx = S.xx + kappa, yy = S.yy + kappa, scale = 1.0 / (xx * yy - S.yx * S.yx);
  return {yy * scale, -S.yx * scale, xx * scale};
}

/// Solves SlidingProblem with r = -force in all lanes. The root is iterated until no slipping lane
/// remains.
/// @param inverse  S^-1
[[gnu::always_inline]] inline Lanes2 LocalProblems::slide(const SymmetricLanes2& S, SymmetricLanes2 inverse,
                                                          const Lanes2& force, const Lane& a, const Lanes2& b) {
  constexpr int most_steps = 60;
  constexpr double small = 2e-13;  // relative to squares, to avoid square roots
  const Lane none{};
  const LaneMask resists = isLess(none, a);
  Lanes2 t = inverse * force;
  Lane bar = a + dot(b, t), square = dot(t, t);
  LaneMask slides = resists & (isLess(bar, none) | isLess(bar * bar, square));
  Lane kappa{}, low{}, high = base::allLanes(std::numeric_limits<double>::infinity());
  for (int k = 0; k < most_steps && any(slides); ++k) {
    const Lane excess = bar - rootOf(square);
    const LaneMask is_short = isLess(excess, none);
    low = select(is_short, kappa, low);
    high = select(is_short, high, kappa);
    const Lanes2 fall = inverse * t;  // -dt / dkappa
    const Lane newton = kappa - excess * square / (bar * dot(t, fall) - square * dot(b, fall));
    const Lane middle = 0.5 * (low + high), further = 2.0 * kappa + S.xx + S.yy;
    const Lane otherwise = select(isLess(middle, further), middle, further);
    const Lane next = select(isLess(low, newton) & isLess(newton, high), newton, otherwise);
    slides &= isLess(next, kappa) | isLess(kappa, next);
    kappa = select(slides, next, kappa);
    inverse = inverseOf(S, kappa);
    t = inverse * force;
    bar = a + dot(b, t), square = dot(t, t);
    const Lane over = bar * bar - square, most = small * square;
    slides &= isLess(bar, none) | isLess(most, over) | isLess(over, -most);
  }
  return {select(resists, t[0], none), select(resists, t[1], none)};
}

[[gnu::always_inline]] inline Lanes3 LocalProblems::solve(const Lanes3& q, const Lane& friction,
                                                          const Lane& least) const {
  const Lane alone = -q[0] * inverse_normal_;
  const Lanes2 across{W_.yx, W_.zx}, slope{across[0] * inverse_normal_, across[1] * inverse_normal_};
  const SymmetricLanes2 tangential{W_.yy, W_.zy, W_.zz},
      closed{W_.yy - across[0] * slope[0], W_.zy - across[1] * slope[0], W_.zz - across[1] * slope[1]};
  Lanes2 t = slide(closed, inverse_closed_, {-q[1] - alone * across[0], -q[2] - alone * across[1]}, friction * alone,
                   {-friction * slope[0], -friction * slope[1]});
  const Lane normal = alone - dot(slope, t);
  const LaneMask below = isLess(normal, least);
  t = {select(below, Lane{}, t[0]), select(below, Lane{}, t[1])};
  if (has_least_ && any(below)) {
    const Lanes2 resisting = slide(tangential, inverseOf(tangential, Lane{}),
                                   {-q[1] - least * across[0], -q[2] - least * across[1]}, friction * least, {});
    t = {select(below, resisting[0], t[0]), select(below, resisting[1], t[1])};
  }
  return {select(below, least, normal), t[0], t[1]};
}

}  // namespace tenon::contact
