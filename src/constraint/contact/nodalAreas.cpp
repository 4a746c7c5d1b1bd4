#include "nodalAreas.hpp"

#include <numeric>

#include "tenon/constraint/ties/MultiplierSpace.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

std::vector<double> nodalAreas(const mesh::Mesh& mesh, const mesh::Group& group) {
  struct Share {
    PetscInt node;
    double area;
  };
  const la::Layout& layout = mesh.layout();
  std::vector<std::vector<Share>> to(static_cast<std::size_t>(layout.comm().size()));
  for (const surface::SurfaceFace& face : surface::ownedFaces(mesh, group)) {
    const std::array<double, 9> masses = ownMasses(face.face);
    const double area = surface::areaOfFacets(face.face);
    const double all = std::accumulate(masses.begin(), masses.end(), 0.0);
    for (std::size_t a = 0; a < static_cast<std::size_t>(mesh::info(face.face.type).num_nodes); ++a)
      to[static_cast<std::size_t>(layout.ownerOf(face.nodes[a]))].push_back(
          {face.nodes[a].value(), area * masses[a] / all});
  }
  std::vector<double> areas(static_cast<std::size_t>(layout.numOwned()), 0.0);
  for (const auto& from : layout.comm().exchange(to))
    for (const Share& share : from)
      areas[static_cast<std::size_t>(layout.local(base::GlobalIndex(share.node)))] += share.area;
  return areas;
}

}  // namespace tenon::constraint
