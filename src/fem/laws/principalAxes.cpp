// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "principalAxes.hpp"

namespace tenon::fem {
namespace {

constexpr int sweeps = 6;  // number of sweeps; convergence is quadratic

/// Rotates in the plane of axes p and q so that a_pq = 0; r is the third axis.
void rotate(Tensor<Lane>& a, Tensor<Lane>& axes, int p, int q, int r) {
  const Lane one = base::allLanes(1.0);
  const Lane apart = a(q, q) - a(p, p), beside = a(p, q);
  const Lane root = sqrt(apart * apart + 4.0 * beside * beside);
  const Lane sum = apart < 0.0 ? apart - root : apart + root;
  const Lane divisor = sum == 0.0 ? one : sum;
  const Lane tangent = sum == 0.0 ? Lane{} : 2.0 * beside / divisor;
  const Lane cosine = 1.0 / sqrt(1.0 + tangent * tangent), sine = tangent * cosine;
  a(p, p) -= tangent * beside;
  a(q, q) += tangent * beside;
  a(p, q) = a(q, p) = Lane{};
  const Lane rp = a(r, p), rq = a(r, q);
  a(r, p) = a(p, r) = cosine * rp - sine * rq;
  a(r, q) = a(q, r) = sine * rp + cosine * rq;
  for (int i = 0; i < 3; ++i) {
    const Lane ip = axes(i, p), iq = axes(i, q);
    axes(i, p) = cosine * ip - sine * iq;
    axes(i, q) = sine * ip + cosine * iq;
  }
}

}  // namespace

PrincipalAxes principalAxes(const Tensor<Lane>& a) {
  Tensor<Lane> turned = a;
  PrincipalAxes result{{}, spherical(base::allLanes(1.0))};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    rotate(turned, result.axes, 0, 1, 2);
    rotate(turned, result.axes, 0, 2, 1);
    rotate(turned, result.axes, 1, 2, 0);
  }
  for (int i = 0; i < 3; ++i) result.values[i] = turned(i, i);
  return result;
}

}  // namespace tenon::fem
