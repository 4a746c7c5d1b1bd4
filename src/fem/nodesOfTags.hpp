// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Returns the global numbers of nodes from their numbers in the mesh file, in the order given. A
/// number may be repeated.
/// @param domain  object of the nodes
/// @param tags  node numbers in the mesh file, equal on all ranks
/// @param context  name of the contributor, with which messages begin
/// @return global numbers in the layout of the object, equal on all ranks
/// @throws InputError if no node of the object has a number
/// @note Collective.
std::vector<base::GlobalIndex> nodesOfTags(const Domain& domain, const std::vector<std::int64_t>& tags,
                                           const std::string& context);

}  // namespace tenon::fem
