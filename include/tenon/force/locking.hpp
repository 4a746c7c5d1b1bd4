#pragma once
#include "tenon/fem/Region.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::force {

/// Poisson's ratio of the isotropic material nearest to a tangent (in the norm of C): of K = C_iijj / 9 and
/// G = (C_ijij - C_iijj / 3) / 10.
double poissonOf(const fem::Tangent<double, 3>& C);

/// One warning where cells of first order have a material that hardly changes its volume (nu > 0.45): they lock.
void warnOfLocking(const fem::Region& region, const fem::Tangent<double, 3>& C, const std::string& name);

}  // namespace tenon::force
