// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "boundary.hpp"

namespace tenon::mesh {

/// Returns the boundary cells of the second highest dimension, by block, and inserts missing ones.
///
/// `blocks` and the cells of `groups` belong to a mesh. Facets without a cell get one, after the
/// existing owned or ghost cells, so that the numbers of other cells change; those in `groups` are
/// updated.
/// @note Collective.
std::vector<std::vector<LocalIndex>> insertFacets(const Mesh& mesh, std::vector<CellBlock>& blocks,
                                                  std::vector<Group>& groups);

}  // namespace tenon::mesh
