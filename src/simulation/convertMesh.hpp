// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "mesh/derive.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Converts the mesh of another program into a Gmsh mesh, with its sets as groups, and applies
/// derivations one after the other (`tenon convert`). For formats that tenon does not read, the
/// program tenon-convert is started, which is installed beside tenon (scripts/convert; Python
/// provides the readers). All work is done on the root.
/// @param place  placement of the mesh in the notation of the key `place`, which is applied before
///   the derivations; empty if there is none
/// @throws InputError if the mesh cannot be converted
/// @throws FileError if a file cannot be read or written, or if the program cannot be started or
///   fails, with its message
/// @note Collective.
void convertMesh(const base::Communicator& comm, const std::string& source, const std::string& target,
                 const std::vector<mesh::DerivationStep>& steps = {}, const std::string& place = {});

}  // namespace tenon::simulation
