#pragma once
#include <string>

#include "tenon/base/CaseNode.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::simulation {

/// Gives the mesh of an object in the plane its thickness: that of the object's key `thickness`, or the one that a
/// force, a mass or a constraint of the object names, which counts for the whole object. Nothing happens to other
/// objects without that key. Not collective, but the same on every rank.
/// @throws InputError if two places give different thicknesses, and for a thickness of an object that has none.
void setThickness(const base::CaseNode& root, const std::string& name, const base::CaseNode& object, mesh::Mesh& mesh);

}  // namespace tenon::simulation
