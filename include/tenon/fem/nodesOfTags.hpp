#pragma once
#include <cstdint>
#include <vector>

#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Global numbers of the nodes that have these numbers in the mesh file, in the order given; a number may be repeated.
///
/// Collective; `tags` is the same on every rank, as a case file says it, and so is the result. InputError, which begins
/// with `wanted_by`, for a number that no node of the object has.
std::vector<base::GlobalIndex> nodesOfTags(const Domain& domain, const std::vector<std::int64_t>& tags,
                                           const std::string& wanted_by);

}  // namespace tenon::fem
