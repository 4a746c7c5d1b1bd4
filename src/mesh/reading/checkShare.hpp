#pragma once
#include "MeshShare.hpp"

namespace tenon::mesh {

/// Everything in a share of a file that indexes or is computed with, before anybody does: points are finite; cells name
/// nodes that exist and sets of groups of their own dimension; positions are each place in the file once; no two nodes,
/// and no two cells of a type, have one tag. FileError says which of it does not hold. Collective.
void checkShare(const base::Communicator& comm, const MeshOutline& outline, const MeshShare& share);

}  // namespace tenon::mesh
