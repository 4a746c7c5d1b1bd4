#pragma once
#include <string>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// The direction of a vector that a case gives as `parameter`. InputError, which begins with `wanted_by`, for a vector
/// of length zero, or one that leaves the plane of a plane problem.
base::Vec3 unitVector(const base::Vec3& vector, const std::string& parameter, const fem::Domain& domain,
                      const std::string& wanted_by);

}  // namespace tenon::constraint
