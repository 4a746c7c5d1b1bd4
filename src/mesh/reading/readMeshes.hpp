// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "MeshLink.hpp"
#include "RawMesh.hpp"
#include "base/Phases.hpp"
#include "mesh/placement/Placement.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Source of the mesh of one object.
struct MeshSource {
  std::string path;  ///< Gmsh mesh, partitioned mesh of writePartitioned(), or surface (surfaceFile.hpp)
  std::vector<std::string> cells{};  ///< only these groups of cells of highest dimension; empty for the whole file
  /// Origin of the request, for messages: "case.yaml:4: objects.block.mesh"; may be empty.
  std::string where{};
  std::function<RawMesh()> make{};  ///< generator that is called on the root instead of reading a file
  Placement placement{};            ///< map from the coordinates of the mesh to those of the object
  int space = 0;                    ///< dimension of space that the case requires; 0: that of the mesh
};

/// Reads the meshes of several objects and distributes them over the ranks. All Gmsh meshes are
/// partitioned together, so that parts of equal cost may contain cells of any of them. Nodes
/// coupled by `links` are placed on one rank if possible: pairs of node numbers, and single bodies
/// with the cells to which they are joined. Dropped nodes are counted in one warning per file. A
/// file that several sources share is read once, also if they place it differently.
/// @param phases  if given, receives the times of "read" and "partition"
/// @throws FileError or InputError of the readers, collected over all sources
/// @throws InputError if a partitioned file is to be restricted to groups, or if a plane mesh is
///   placed out of its plane
/// @note Collective.
std::vector<Mesh> readMeshes(const base::Communicator& comm, const std::vector<MeshSource>& sources,
                             base::Phases* phases = nullptr, const std::vector<MeshLink>& links = {});

/// Reads the mesh of one object in the same way as readMeshes(). @note Collective.
Mesh readMesh(const base::Communicator& comm, const std::string& path);

/// Returns true if readRawMesh() can read this kind of file: Gmsh meshes and surfaces.
/// @throws FileError if it cannot be opened
/// @note Not collective.
bool isReadable(const std::string& path);

/// Reads the whole mesh of a source on this rank only, for tools that inspect or partition a mesh.
/// @note Not collective.
RawMesh readRawMesh(const MeshSource& source);

}  // namespace tenon::mesh
