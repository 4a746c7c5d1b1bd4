// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "CellGeometry.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

constexpr std::int64_t no_tag = std::numeric_limits<std::int64_t>::max();

/// Lowest number of a defective element, and number of defective elements.
struct Faults {
  std::int64_t tag = no_tag;
  CellType type = CellType::point1;
  double value = 0;
  std::int64_t count = 0;

  void add(std::int64_t new_tag, CellType new_type, double new_value) {
    ++count;
    if (new_tag < tag) {
      tag = new_tag;
      type = new_type;
      value = new_value;
    }
  }
};

Faults overRanks(const base::Communicator& comm, const Faults& mine) {
  Faults all;
  for (const Faults& faults : comm.gather(mine)) {
    if (faults.tag < all.tag) {
      const std::int64_t count = all.count;
      all = faults;
      all.count = count + faults.count;
    } else {
      all.count += faults.count;
    }
  }
  return all;
}

std::string otherRanks(const Faults& faults) {
  if (faults.count < 2) return ".";
  return fmt::format("; {} more {} the same defect.", faults.count - 1,
                     faults.count == 2 ? "element has" : "elements have");
}

void fail(const base::Communicator& comm, const std::string& sentence) {
  base::runCollectively(comm, [&] { throw base::InputError(sentence); });
}

bool isTop(const Mesh& mesh, const CellBlock& block) {
  return info(block.type).dimension == mesh.dimension();
}

/// Checks the cell types. Every rank has the same blocks, so that all ranks throw the same error.
void checkKinds(const Mesh& mesh) {
  const CellBlock& first = mesh.blocks().front();
  const CellType* facet_of_vertices[5] = {};
  for (const CellBlock& block : mesh.blocks()) {
    const CellTypeInfo& type = info(block.type);
    if (type.dimension > 0 && type.order != info(first.type).order)
      fail(mesh.comm(), fmt::format("'{}' mixes first-order and second-order cells, {} and {}, which are incompatible.",
                                    mesh.file(), info(first.type).name, type.name));
    for (const auto& facet : type.facets) {
      if (!isTop(mesh, block)) break;
      const CellType*& kind = facet_of_vertices[info(facet.first).num_vertices];
      if (kind != nullptr && *kind != facet.first)
        fail(mesh.comm(), fmt::format("'{}' mixes cells with the facets {} and {}, which are incompatible.",
                                      mesh.file(), info(*kind).name, info(facet.first).name));
      kind = &facet.first;
    }
  }
}

/// Checks the coordinates before all other checks, because NaN would pass the comparisons of those
/// checks.
void checkFinite(const Mesh& mesh) {
  Faults faults;
  const auto num_owned = static_cast<std::size_t>(mesh.layout().numOwned());
  for (std::size_t i = 0; i < 3 * num_owned; ++i)
    if (!isCoordinate(mesh.points()[i])) faults.add(mesh.nodeTags()[i / 3], CellType::point1, mesh.points()[i]);
  faults = overRanks(mesh.comm(), faults);
  if (faults.count > 0)
    fail(mesh.comm(),
         fmt::format("'{}': node {} has the invalid coordinate {}.", mesh.file(), faults.tag, faults.value));
}

void checkRepeatedNodes(const Mesh& mesh) {
  Faults faults;
  std::vector<LocalIndex> nodes;
  for (const CellBlock& block : mesh.blocks())
    for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
      nodes.assign(block.nodesOf(cell), block.nodesOf(cell) + info(block.type).num_nodes);
      std::sort(nodes.begin(), nodes.end());
      const auto twice = std::adjacent_find(nodes.begin(), nodes.end());
      if (twice == nodes.end()) continue;
      const auto node_tag = static_cast<double>(mesh.nodeTags()[static_cast<std::size_t>(*twice)]);
      faults.add(block.tags[static_cast<std::size_t>(cell)], block.type, node_tag);
    }
  faults = overRanks(mesh.comm(), faults);
  if (faults.count > 0)
    fail(mesh.comm(), fmt::format("'{}': element {} ({}) contains the node {:.0f} twice{}", mesh.file(), faults.tag,
                                  info(faults.type).name, faults.value, otherRanks(faults)));
}

/// Returns the check points: linear simplices have one Jacobian; other cells are checked at their
/// nodes and at 2 Gauss points along each axis.
CellGeometry checkPoints(CellType type) {
  const CellTypeInfo& cell = info(type);
  const bool constant = cell.order == 1 && cell.num_vertices == cell.dimension + 1;
  return constant ? CellGeometry(type, 1, false) : CellGeometry(type, 2, true);
}

void checkJacobians(const Mesh& mesh) {
  Faults faults;
  std::vector<double> nodes;
  for (const CellBlock& block : mesh.blocks()) {
    if (!isTop(mesh, block)) continue;
    const CellGeometry geometry = checkPoints(block.type);
    const int n = info(block.type).num_nodes;
    nodes.resize(static_cast<std::size_t>(3 * n));
    for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
      for (int a = 0; a < n; ++a)
        std::copy_n(&mesh.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[a])], 3,
                    &nodes[static_cast<std::size_t>(3 * a)]);
      double least = std::numeric_limits<double>::max();
      for (int point = 0; point < geometry.numPoints() && !std::isnan(least); ++point)
        if (const double here = geometry.determinant(point, nodes.data(), mesh.spaceDimension() == 2); !(here >= least))
          least = here;  // also if the value is NaN
      if (!(least > 0)) faults.add(block.tags[static_cast<std::size_t>(cell)], block.type, least);
    }
  }
  faults = overRanks(mesh.comm(), faults);
  if (faults.count > 0)
    fail(mesh.comm(), fmt::format("'{}': element {} ({}) has a Jacobian determinant that is not positive ({:.3g}): the "
                                  "element is inverted or degenerate{}",
                                  mesh.file(), faults.tag, info(faults.type).name, faults.value, otherRanks(faults)));
}

}  // namespace

void checkMesh(const Mesh& mesh) {
  checkKinds(mesh);
  checkFinite(mesh);
  checkRepeatedNodes(mesh);
  checkJacobians(mesh);
}

}  // namespace tenon::mesh
