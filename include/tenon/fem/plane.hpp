#pragma once
#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"

// What contributors of plane problems have to be told, and may not be told in space.
namespace tenon::fem {

/// Returns the thickness of a contributor: `given`, or that of the object where `given` is 0; 1 in space and of
/// axisymmetric objects.
/// @throws InputError, beginning with `wanted_by`, if a solid in space or an axisymmetric one is given a thickness
/// other than 1.
double thicknessOf(const Domain& domain, double given, const std::string& wanted_by);

/// InputError where a vector that is the same all around is not along the axis of an axisymmetric problem.
void requireAlongAxis(const Domain& domain, const base::Vec3& vector, const std::string& wanted_by);

/// InputError where a vector leaves the plane of a plane problem.
void requireInPlane(const Domain& domain, const base::Vec3& vector, const std::string& wanted_by);

}  // namespace tenon::fem
