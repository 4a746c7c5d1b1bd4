// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"

// Thickness and direction checks for contributors of plane and axisymmetric problems.
namespace tenon::fem {

/// Returns the thickness of a contributor: `given`, or the thickness of the object if `given` is 0.
/// The thickness is 1 for three-dimensional and axisymmetric objects.
/// @throws InputError, whose message starts with `context`, if a thickness other than 1 is given
///   for a three-dimensional or axisymmetric solid
double thicknessOf(const Domain& domain, double given, const std::string& context);

/// Checks that a vector which is constant around the circumference is parallel to the axis of an
/// axisymmetric problem.
/// @throws InputError, whose message starts with `context`, if it is not
void requireAlongAxis(const Domain& domain, const base::Vec3& vector, const std::string& context);

/// Checks that a vector of a plane problem has no z component. @throws InputError, beginning with
/// `context`, if the z component is not 0.
void requireInPlane(const Domain& domain, const base::Vec3& vector, const std::string& context);

}  // namespace tenon::fem
