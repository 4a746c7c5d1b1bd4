#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Phases.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// Where the mesh of one object comes from.
struct MeshSource {
  std::string path;                  ///< a Gmsh mesh, one written by writePartitioned(), or a surface (surfaceFile.hpp)
  std::vector<std::string> cells{};  ///< only these groups of cells of highest dimension; empty: the whole file
  std::string where{};               ///< who asks for it, for messages: "case.yaml:4: objects.block.mesh"; may be empty
  std::function<RawMesh()> make{};   ///< instead of a file: called on the root
};

/// Something that holds nodes of two sources together, or of one: those of the groups, or by their numbers.
struct MeshLink {
  std::size_t first, second;  ///< sources
  std::string first_group, second_group;
  std::vector<std::array<std::int64_t, 2>> tags;
};

/// Meshes of several objects, spread over the ranks: all Gmsh meshes are cut together, so that parts of equal cost
/// hold cells of any of them, and what `links` hold together lies on one rank where that is possible: pairs by number,
/// and single bodies with what they are joined to. Collective. Nodes left out are counted in one warning per file.
///
/// `phases`, if given, gets "read" and "partition". FileError or InputError as the readers say, of all sources
/// together; InputError where a partitioned file is to be restricted to some groups.
std::vector<Mesh> readMeshes(const base::Communicator& comm, const std::vector<MeshSource>& sources,
                             base::Phases* phases = nullptr, const std::vector<MeshLink>& links = {});

/// The same for one object. Collective.
Mesh readMesh(const base::Communicator& comm, const std::string& path);

/// Whether readRawMesh() reads files like this one: Gmsh meshes and surfaces. Not collective. FileError.
bool isReadable(const std::string& path);

/// The whole mesh of a source on this rank alone: for tools that look at a mesh or partition it. Not collective.
RawMesh readRawMesh(const MeshSource& source);

}  // namespace tenon::mesh
