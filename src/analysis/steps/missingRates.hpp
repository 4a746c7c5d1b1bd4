#pragma once
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Collective. Of this rank's rows and scaled as G is: G v + dPhi/dt of rows on positions, Phi of rows on velocities.
std::vector<double> ratesOf(const Equations& equations, Vec v);

/// Collective. What velocities v lack to keep what holds, of this rank's rows and scaled as G is:
/// -(G v + dPhi/dt) of rows on positions, -Phi of rows on velocities; 0 of rows with compliance, which ask nothing of
/// velocities, and of those that are dropped, open or slip.
la::Vector missingRates(const Equations& equations, Vec v);

}  // namespace tenon::analysis
