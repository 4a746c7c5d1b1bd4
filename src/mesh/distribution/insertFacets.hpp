#pragma once
#include "boundary.hpp"

namespace tenon::mesh {

/// The cells of dimension one lower that stand for the boundary, among those that a mesh has, by block.
///
/// Collective. `blocks` and the cells of `groups` are a mesh's own; facets without a cell get one, after the owned or
/// the ghost cells that were there, so that the numbers of others change: those in `groups` are kept up to date.
std::vector<std::vector<LocalIndex>> insertFacets(const Mesh& mesh, std::vector<CellBlock>& blocks,
                                                  std::vector<Group>& groups);

}  // namespace tenon::mesh
