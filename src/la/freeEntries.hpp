// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <vector>

#include "la/matrices/ConstraintMatrix.hpp"

namespace tenon::la {

/// Returns the entries whose columns are not constrained, in their order. The owners of distant
/// nodes are queried. @param constrained  [numLocal x b] flags of constrained degrees of freedom,
/// of which those of owned
///   nodes are used; empty on all ranks if there are none
/// @note Collective.
std::vector<ConstraintEntry> freeEntries(const CombinedLayout& layout, const std::vector<ConstraintEntry>& entries,
                                         gsl::span<const char> constrained);

}  // namespace tenon::la
