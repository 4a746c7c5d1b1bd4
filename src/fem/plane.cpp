// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "plane.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::fem {

double thicknessOf(const Domain& domain, double given, const std::string& context) {
  const double thickness = given == 0.0 ? domain.mesh.thickness() : given;
  if (domain.dimension() == 3 && thickness != 1.0)
    throw base::InputError(
        fmt::format("{}: a thickness ({}) applies only to plane problems, but '{}' is three-dimensional.", context,
                    thickness, domain.object));
  if (domain.mesh.isAxisymmetric() && thickness != 1.0)
    throw base::InputError(
        fmt::format("{}: a thickness ({}) applies only to plane problems, but '{}' is axisymmetric and is integrated "
                    "over the full circumference.",
                    context, thickness, domain.object));
  return thickness;
}

void requireAlongAxis(const Domain& domain, const base::Vec3& vector, const std::string& context) {
  if (domain.mesh.isAxisymmetric() && vector[0] != 0.0)
    throw base::InputError(fmt::format("{}: '{}' is axisymmetric about y, so the x component must be 0, but is {}.",
                                       context, domain.object, vector[0]));
}

void requireInPlane(const Domain& domain, const base::Vec3& vector, const std::string& context) {
  if (domain.dimension() == 2 && vector[2] != 0.0)
    throw base::InputError(fmt::format("{}: '{}' is two-dimensional, so the z component must be 0, but is {}.", context,
                                       domain.object, vector[2]));
}

}  // namespace tenon::fem
