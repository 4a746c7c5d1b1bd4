// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// Returns the unit vector in the direction of a vector of the case.
/// @param parameter  name of the vector in the case
/// @param context  beginning of the message
/// @throws InputError for a vector of length zero, or one with a component normal to the plane of a
///   plane problem
base::Vec3 unitVector(const base::Vec3& vector, const std::string& parameter, const fem::Domain& domain,
                      const std::string& context);

}  // namespace tenon::constraint
