#pragma once
#include <string>

#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// A sentence on the present motion, in which a step has failed: what is no number in it, the element that is turned
/// inside out, or else where the residual of the forces and the gaps of constraints are largest. Collective.
std::string whereItFails(const Equations& equations);

}  // namespace tenon::analysis
