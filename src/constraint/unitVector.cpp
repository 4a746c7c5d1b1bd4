// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "unitVector.hpp"

#include <fmt/format.h>

#include "fem/plane.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::constraint {

base::Vec3 unitVector(const base::Vec3& vector, const std::string& parameter, const fem::Domain& domain,
                      const std::string& context) {
  fem::requireInPlane(domain, vector, context);
  if (vector.isZero(0.0))
    throw base::InputError(
        fmt::format("{}: '{}' is [0, 0, 0], which does not define a direction.", context, parameter));
  return vector.stableNormalized();
}

}  // namespace tenon::constraint
