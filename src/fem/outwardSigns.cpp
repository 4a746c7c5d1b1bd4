// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "outwardSigns.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstddef>

#include "tenon/base/algebra.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {
namespace {

using base::Vec3;

/// Vertices of a face in ascending order; -1 if there are fewer than four.
using Vertices = std::array<LocalIndex, 4>;

struct Face {
  Vertices vertices;
  std::size_t part;
  LocalIndex cell;
  int num_solids = 0;
  friend bool operator<(const Face& a, const Face& b) { return a.vertices < b.vertices; }
};

class FaceSearch {
 public:
  FaceSearch(const Domain& domain, const Region& faces);
  std::vector<std::vector<double>> orient();
  void refuseDoubtful(const std::string& context) const;

 private:
  void orientFacetsOf(const mesh::CellBlock& block, LocalIndex cell);
  void orientFacet(const Face& face, const Vec3& inside);
  Vec3 point(LocalIndex node) const { return Eigen::Map<const Vec3>(&domain_.mesh.points()[node * std::size_t(3)]); }
  Vec3 middle(const LocalIndex* nodes, int count) const;
  Vec3 normal(const LocalIndex* nodes, int num_vertices) const;

  const Domain& domain_;
  const Region& region_;
  std::vector<Face> faces_;      // sorted by vertices
  std::vector<char> is_vertex_;  // [local nodes] true for vertices of faces
  std::vector<std::vector<double>> signs_;
};

FaceSearch::FaceSearch(const Domain& domain, const Region& faces)
    : domain_(domain), region_(faces), is_vertex_(static_cast<std::size_t>(domain.mesh.layout().numLocal()), 0) {
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const RegionPart& part = region_.parts()[p];
    signs_.emplace_back(static_cast<std::size_t>(part.numCells()), 0.0);
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      Face face{{-1, -1, -1, -1}, p, cell};
      std::copy_n(part.nodesOf(cell), numVertices(part.type()), face.vertices.begin());
      for (int v = 0; v < numVertices(part.type()); ++v)
        is_vertex_[static_cast<std::size_t>(part.nodesOf(cell)[v])] = 1;
      std::sort(face.vertices.begin(), face.vertices.end());
      faces_.push_back(face);
    }
  }
  std::sort(faces_.begin(), faces_.end());
}

std::vector<std::vector<double>> FaceSearch::orient() {
  if (faces_.empty()) return signs_;
  for (const mesh::CellBlock& block : domain_.mesh.blocks())
    if (mesh::info(block.type).dimension == region_.dimension() + 1)
      for (LocalIndex cell = 0; cell < block.numCells(); ++cell) orientFacetsOf(block, cell);
  return signs_;
}

void FaceSearch::orientFacetsOf(const mesh::CellBlock& block, LocalIndex cell) {
  const LocalIndex* nodes = block.nodesOf(cell);
  for (const auto& [facet, at] : mesh::info(block.type).facets) {
    Face wanted{{-1, -1, -1, -1}, 0, 0};
    bool possible = true;
    for (int v = 0; v < numVertices(facet) && possible; ++v) {
      const LocalIndex node = nodes[at[static_cast<std::size_t>(v)]];
      wanted.vertices[static_cast<std::size_t>(v)] = node;
      possible = is_vertex_[static_cast<std::size_t>(node)] != 0;
    }
    if (!possible) continue;
    std::sort(wanted.vertices.begin(), wanted.vertices.end());
    const auto [first, last] = std::equal_range(faces_.begin(), faces_.end(), wanted);
    for (auto face = first; face != last; ++face) {
      ++face->num_solids;
      orientFacet(*face, middle(nodes, numVertices(block.type)));
    }
  }
}

void FaceSearch::orientFacet(const Face& face, const Vec3& inside) {
  const RegionPart& part = region_.parts()[face.part];
  const LocalIndex* nodes = part.nodesOf(face.cell);
  const int count = numVertices(part.type());
  const bool looks_out = normal(nodes, count).dot(middle(nodes, count) - inside) > 0;
  const double sign = face.num_solids > 1 ? 0.0 : looks_out ? 1.0 : -1.0;
  signs_[face.part][static_cast<std::size_t>(face.cell)] = sign;
}

Vec3 FaceSearch::middle(const LocalIndex* nodes, int count) const {
  Vec3 sum = Vec3::Zero();
  for (int a = 0; a < count; ++a) sum += point(nodes[a]);
  return sum / count;
}

Vec3 FaceSearch::normal(const LocalIndex* nodes, int num_vertices) const {
  const Vec3 along = point(nodes[num_vertices == 4 ? 2 : 1]) - point(nodes[0]);
  if (num_vertices == 2) return {along[1], -along[0], 0};
  return along.cross(num_vertices == 4 ? point(nodes[3]) - point(nodes[1]) : point(nodes[2]) - point(nodes[0]));
}

void FaceSearch::refuseDoubtful(const std::string& context) const {
  for (const Face& face : faces_) {
    const RegionPart& part = region_.parts()[face.part];
    const LocalIndex* nodes = part.nodesOf(face.cell);
    const bool counts_here = std::any_of(nodes, nodes + numNodes(part.type()),
                                         [&](LocalIndex node) { return domain_.mesh.layout().isOwned(node); });
    if (face.num_solids == 1 || !counts_here) continue;
    const auto tag = part.cells().tags[static_cast<std::size_t>(part.cell(face.cell))];
    throw base::InputError(fmt::format("{}: element {} ({}) of {} {}, so no outward normal is defined.", context, tag,
                                       mesh::info(part.type()).name, domain_.mesh.file(),
                                       face.num_solids > 1 ? "lies between two cells" : "is not a face of any cell"));
  }
}

std::vector<std::vector<double>> unitSigns(const Region& faces) {
  std::vector<std::vector<double>> signs;
  for (const RegionPart& part : faces.parts()) signs.emplace_back(static_cast<std::size_t>(part.numCells()), 1.0);
  return signs;
}

}  // namespace

std::vector<std::vector<double>> outwardSigns(const Domain& domain, const Region& faces, const std::string& context) {
  if (domain.mesh.dimension() == faces.dimension()) return unitSigns(faces);
  std::vector<std::vector<double>> signs;
  base::runCollectively(domain.mesh.comm(), [&] {
    FaceSearch search(domain, faces);
    signs = search.orient();
    search.refuseDoubtful(context);
  });
  return signs;
}

std::vector<std::vector<double>> outwardSignsIfAny(const Domain& domain, const Region& faces) {
  if (domain.mesh.dimension() == faces.dimension()) return unitSigns(faces);
  FaceSearch search(domain, faces);
  return search.orient();
}

}  // namespace tenon::fem
