#pragma once
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// InputError where a constraint has compliance: names one, and says why that cannot be. Collective.
void requireNoCompliance(const SaddleSystem& system, const char* reason);

}  // namespace tenon::solver
