#pragma once
#include <vector>

#include "tenon/system/Terms.hpp"

namespace tenon::system {

/// Adds terms[p] to targets[p] for every p at once: each contributor is evaluated once, and its values go to every
/// matrix in whose terms it is, with the factor it has there. Collective where a force has no derivative.
void contributeToAll(const MechanicalSystem& mechanics, const std::vector<Terms>& terms,
                     const std::vector<const la::Contributions*>& targets);

}  // namespace tenon::system
