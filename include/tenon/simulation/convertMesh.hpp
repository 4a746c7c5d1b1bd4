#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// `tenon convert`: a Gmsh mesh of the mesh of another program, with its sets as groups. The root starts the program
/// tenon-convert, which lies beside tenon (scripts/convert.py: Python has the readers).
///
/// Collective. InputError for what cannot be converted, FileError for files and for a program that cannot be started,
/// with the sentence of the program.
void convertMesh(const base::Communicator& comm, const std::string& source, const std::string& target);

}  // namespace tenon::simulation
