// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshShare.hpp"

namespace tenon::mesh {

/// Checks all data in a share of a file that are used as indices or in computations: points are
/// finite; cells refer to existing nodes and to sets of groups of their own dimension; each
/// position in the file occurs once; no two nodes, and no two cells of a type, have the same tag.
/// @throws FileError that names the condition that is not satisfied
/// @note Collective.
void checkShare(const base::Communicator& comm, const MeshOutline& outline, const MeshShare& share);

}  // namespace tenon::mesh
