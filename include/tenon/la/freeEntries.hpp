#pragma once
#include <gsl/span>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"

namespace tenon::la {

/// Collective. The entries whose columns nobody holds, in their order. `held`: [numLocal x b] flags of the layout, of
/// which those of owned nodes count; empty on all ranks: none. The owners of far nodes are asked.
std::vector<ConstraintEntry> freeEntries(const CombinedLayout& layout, const std::vector<ConstraintEntry>& entries,
                                         gsl::span<const char> held);

}  // namespace tenon::la
