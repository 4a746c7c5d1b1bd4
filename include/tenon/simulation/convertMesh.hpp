#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/mesh/derive.hpp"

namespace tenon::simulation {

/// `tenon convert`: a Gmsh mesh of the mesh of another program, with its sets as groups, and of that what is derived,
/// one step after the other. The root starts the program tenon-convert for what tenon itself does not read; that lies
/// beside tenon (scripts/convert: Python has the readers). The root does all of it.
///
/// Collective. InputError for what cannot be converted, FileError for files and for a program that cannot be started,
/// with the sentence of the program.
void convertMesh(const base::Communicator& comm, const std::string& source, const std::string& target,
                 const std::vector<mesh::Derivation>& steps = {});

}  // namespace tenon::simulation
