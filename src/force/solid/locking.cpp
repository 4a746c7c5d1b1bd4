// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "locking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/Log.hpp"
#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::force {
namespace {

/// Returns Poisson's ratio with four significant digits of its distance to 1/2: the ratio decides
/// whether a solid locks, and it would otherwise be rounded to 0.5.
std::string textOfPoisson(double poisson) {
  const double distance = std::max(0.5 - poisson, 1e-12);
  const int decimals = std::max(4, 3 - static_cast<int>(std::floor(std::log10(distance))));
  return fmt::format("{:.{}g}", poisson, decimals);
}

}  // namespace

double poissonOf(const fem::Tangent<double, 3>& C) {
  double iijj = 0, ijij = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      iijj += C.entry[i][i][j][j];
      ijij += C.entry[i][j][i][j];
    }
  const double K = iijj / 9, G = (ijij - iijj / 3) / 10;
  return (3 * K - 2 * G) / (2 * (3 * K + G));
}

void warnOfLocking(const fem::Region& region, const fem::Tangent<double, 3>& C, const std::string& name) {
  constexpr double first_order_locks = 0.45, second_order_locks = 0.49899;
  const double poisson = poissonOf(C);
  if (!(poisson > first_order_locks)) return;
  for (const fem::RegionPart& part : region.parts()) {
    if (fem::orderOf(part.type()) != 1) continue;
    base::log().warn(
        "{}: Poisson's ratio is {}, and the mesh has first-order cells ({}), which lock: displacements may be "
        "far too small. Use `formulation: {}` or second-order cells; above 0.49 the constraint 'incompressible' is "
        "also suitable, with the material 'shear-elastic' or, at large strain, a material of small bulk modulus.",
        name, textOfPoisson(poisson), mesh::info(part.type()).name,
        fem::numPointsFor(part.type(), fem::Purpose::stiffness) == 1 ? "nodal-dilatation" : "mean-dilatation");
    return;
  }
  if (!(poisson > second_order_locks) || region.parts().empty()) return;
  base::log().warn(
      "{}: Poisson's ratio is {}, and displacement-based second-order cells ({}) lock above 0.499: "
      "displacements are about 10 % too small. Use `formulation: mean-dilatation`, or the constraint 'incompressible' "
      "with the material 'shear-elastic' or, at large strain, a material of small bulk modulus.",
      name, textOfPoisson(poisson), mesh::info(region.parts().front().type()).name);
}

}  // namespace tenon::force
