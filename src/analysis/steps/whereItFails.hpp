#pragma once
#include <string>

#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// A sentence on the present motion, in which a step has failed: what is no number in it, the element that is turned
/// inside out, or else where forces and gaps of constraints are left over most. Collective.
std::string whereItFails(const Equations& equations);

}  // namespace tenon::analysis
