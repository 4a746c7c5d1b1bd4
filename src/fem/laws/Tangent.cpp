// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

Tangent<double, 2> inPlane(const Tangent<double, 3>& C, Plane plane) {
  Tangent<double, 2> result;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 2; ++l) {
          double& entry = result.entry[i][j][k][l] = C.entry[i][j][k][l];
          if (plane == Plane::stress) entry -= C.entry[i][j][2][2] * C.entry[2][2][k][l] / C.entry[2][2][2][2];
        }
  return result;
}

}  // namespace tenon::fem
