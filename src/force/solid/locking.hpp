// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Region.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::force {

/// Returns Poisson's ratio of the isotropic material nearest to a tangent in the norm of C: the
/// material with K = C_iijj / 9 and G = (C_ijij - C_iijj / 3) / 10.
double poissonOf(const fem::Tangent<double, 3>& C);

/// Warns once if nearly incompressible cells lock: first-order cells above nu = 0.45, cells of
/// second order above 0.499.
void warnOfLocking(const fem::Region& region, const fem::Tangent<double, 3>& C, const std::string& name);

}  // namespace tenon::force
