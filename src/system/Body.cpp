#include "tenon/system/Body.hpp"

namespace tenon::system {
namespace {

std::vector<double> restPositions(const mesh::Mesh& mesh) {
  const auto block = static_cast<std::size_t>(mesh.spaceDimension());
  const auto nodes = static_cast<std::size_t>(mesh.layout().numLocal());
  std::vector<double> rest(nodes * block);
  for (std::size_t node = 0; node < nodes; ++node)
    for (std::size_t i = 0; i < block; ++i) rest[node * block + i] = mesh.points()[3 * node + i];
  return rest;
}

}  // namespace

Body::Body(std::string name, mesh::Mesh mesh)
    : mesh_(std::move(mesh)),
      state_(name, mesh_.sharedLayout(), mesh_.spaceDimension(), restPositions(mesh_)),
      domain_{mesh_, state_, std::move(name)} {}

}  // namespace tenon::system
