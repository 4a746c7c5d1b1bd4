// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LocalProblems.hpp"

#include <Eigen/LU>

#include "localProblem.hpp"

namespace tenon::contact {

void LocalProblems::set(int lane, const base::Mat3& block, double least, double compliance) {
  base::Mat3 W = block;
  W(0, 0) -= compliance;
  W = regularised(W);
  W_.xx[lane] = W(0, 0), W_.yx[lane] = W(1, 0), W_.zx[lane] = W(2, 0);
  W_.yy[lane] = W(1, 1), W_.zy[lane] = W(2, 1), W_.zz[lane] = W(2, 2);
  W(0, 0) += compliance;
  inverse_normal_[lane] = 1.0 / W(0, 0);
  const base::Mat2 closed = tangentialMobility(W).inverse();
  inverse_closed_.xx[lane] = closed(0, 0), inverse_closed_.yx[lane] = closed(1, 0),
  inverse_closed_.yy[lane] = closed(1, 1);
  has_least_ = has_least_ || least > 0.0;
}

}  // namespace tenon::contact
