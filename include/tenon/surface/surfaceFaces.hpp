#pragma once
#include <array>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/surface/curvedFace.hpp"

namespace tenon::surface {

/// One face of a surface, as any rank may know it.
struct SurfaceFace {
  Face face;
  std::array<base::GlobalIndex, 9> nodes{};  ///< global numbers in the layout of the surface's mesh
  std::int64_t tag = -1;                     ///< element number in the mesh file
  double diameter = 0.0;
  double round_off =
      0.0;       ///< places on the face are known to this length: 1e-9 diameters, or what coordinates can hold
  fem::Box box;  ///< holds the whole face, round-off included
  Bulge bulge;   ///< of the smooth surface that the face stands for, if somebody asked for one: smoothen()
};

/// Diameter, round-off and box of a face, of where its nodes are now.
void measure(SurfaceFace& face);

/// Collective. The faces of a named group (edges in plane problems) that this rank owns. InputError where the group is
/// not a surface.
std::vector<SurfaceFace> ownedFaces(const mesh::Mesh& mesh, const mesh::Group& group);

/// Collective. The same, all with their normals out of the body, whichever way the mesh file has them; where there is
/// none, or one on each side, as the file has them.
std::vector<SurfaceFace> ownedFacesOutward(const fem::Domain& domain, const mesh::Group& group);

/// Collective. The same for a group of edges, in space too.
std::vector<SurfaceFace> ownedEdges(const mesh::Mesh& mesh, const mesh::Group& group);

/// The faces near some boxes, each once.
struct NearFaces {
  std::vector<SurfaceFace> faces;
  std::vector<std::vector<std::size_t>> of_box;  ///< [boxes] numbers of faces, by their tags
};

/// Collective. For each of this rank's boxes the faces that reach into it, wherever they are.
/// `owned`: this rank's part of the surface.
NearFaces nearFaces(const base::Communicator& comm, const std::vector<SurfaceFace>& owned,
                    const std::vector<fem::Box>& boxes);

/// Collective. The same with a copy of every face for each box.
std::vector<std::vector<SurfaceFace>> facesIn(const base::Communicator& comm, const std::vector<SurfaceFace>& owned,
                                              const std::vector<fem::Box>& boxes);

}  // namespace tenon::surface
