// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "surfaceFaces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fem/search/RankBoxes.hpp"
#include "fem/search/boxTree.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::surface {
namespace {

using base::LocalIndex;
using base::Vec3;

SurfaceFace faceOf(const mesh::Mesh& mesh, const mesh::CellBlock& block, LocalIndex cell) {
  SurfaceFace one;
  one.face.type = block.type;
  one.tag = block.tags[static_cast<std::size_t>(cell)];
  const LocalIndex* nodes = block.nodesOf(cell);
  for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(block.type)); ++a) {
    one.face.nodes[a] = Eigen::Map<const Vec3>(mesh.points().data() + 3 * static_cast<std::size_t>(nodes[a]));
    one.nodes[a] = mesh.layout().global(nodes[a]);
  }
  updateExtents(one);
  return one;
}

/// Face in the form in which ranks exchange it.
struct FaceMessage {
  mesh::CellType type;
  std::int64_t tag;
  std::array<base::GlobalIndex, 9> nodes;
  double positions[27];
  Bulge bulge;

  explicit FaceMessage(const SurfaceFace& one)
      : type(one.face.type), tag(one.tag), nodes(one.nodes), positions{}, bulge(one.bulge) {
    for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(type)); ++a)
      for (std::size_t i = 0; i < 3; ++i) positions[3 * a + i] = one.face.nodes[a][static_cast<Eigen::Index>(i)];
  }
  SurfaceFace face() const {
    SurfaceFace one;
    one.face.type = type;
    one.tag = tag;
    one.nodes = nodes;
    one.bulge = bulge;
    for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(type)); ++a)
      one.face.nodes[a] = Eigen::Map<const Vec3>(positions + 3 * a);
    updateExtents(one);
    return one;
  }
};

/// Returns the owned cells of a group that have the given dimension.
/// @param what  term for such cells in the error message
/// @throws InputError if the group has no cells of this dimension
/// @note Collective.
std::vector<SurfaceFace> ownedFaces(const mesh::Mesh& mesh, const mesh::Group& group, int dimension,
                                    const std::string& what) {
  base::runCollectively(mesh.comm(), [&] {
    if (!group.hasCellsOf(dimension))
      throw base::InputError(fmt::format(
          "Group '{}' of {} contains {}, but {} requires cells of dimension {}.", group.name, mesh.file(),
          group.dimension == mesh::Group::any_dimension ? "no suitable cells"
                                                        : fmt::format("only cells of dimension {}", group.dimension),
          what, dimension));
  });
  std::vector<SurfaceFace> faces;
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = mesh.blocks()[b];
    if (mesh::info(block.type).dimension != dimension) continue;
    for (const LocalIndex cell : group.cells[b])
      if (cell < block.num_owned) faces.push_back(faceOf(mesh, block, cell));
  }
  return faces;
}

/// Position of a face in the list of its owner.
struct FaceLocation {
  int rank, number;
};

/// Returns the faces at the given positions; each face is sent once. @note Collective.
NearFaces fetchFaces(const base::Communicator& comm, const std::vector<SurfaceFace>& owned,
                     const std::vector<std::vector<FaceLocation>>& positions) {
  std::vector<std::vector<int>> wanted(static_cast<std::size_t>(comm.size()));
  for (const auto& of_box : positions)
    for (const FaceLocation& place : of_box) wanted[static_cast<std::size_t>(place.rank)].push_back(place.number);
  std::vector<std::size_t> starts{0};
  for (auto& numbers : wanted) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    starts.push_back(starts.back() + numbers.size());
  }
  std::vector<std::vector<FaceMessage>> replies;
  for (const auto& asked : comm.exchange(wanted)) {
    auto& reply = replies.emplace_back();
    for (const int number : asked) reply.emplace_back(owned[static_cast<std::size_t>(number)]);
  }
  NearFaces near;
  std::vector<std::int64_t> tags;  // contiguous copy for the sort: faces are large objects
  for (const auto& from_rank : comm.exchange(replies))
    for (const FaceMessage& sent : from_rank) {
      near.faces.push_back(sent.face());
      tags.push_back(near.faces.back().tag);
    }
  for (const auto& of_box : positions) {
    auto& numbers = near.faces_of_box.emplace_back();
    for (const FaceLocation& place : of_box) {
      const auto& known = wanted[static_cast<std::size_t>(place.rank)];
      const auto at = std::lower_bound(known.begin(), known.end(), place.number) - known.begin();
      numbers.push_back(starts[static_cast<std::size_t>(place.rank)] + static_cast<std::size_t>(at));
    }
    std::sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) { return tags[a] < tags[b]; });
  }
  return near;
}

}  // namespace

// The box includes the round-off, so that it does not hide a face from a point on the face.
void updateExtents(SurfaceFace& one) {
  constexpr double round_off = 1e-9;  // relative to the diameter
  one.diameter = one.face.diameter();
  const fem::Box box = one.face.box();
  one.round_off = std::max(round_off * one.diameter, box.roundOff());
  one.box = box.expandedBy(one.round_off);
}

std::vector<SurfaceFace> ownedFaces(const mesh::Mesh& mesh, const mesh::Group& group) {
  return ownedFaces(mesh, group, mesh.spaceDimension() - 1, "a surface of this mesh");
}

std::vector<SurfaceFace> ownedEdges(const mesh::Mesh& mesh, const mesh::Group& group) {
  return ownedFaces(mesh, group, 1, "a path");
}

NearFaces nearFaces(const base::Communicator& comm, const std::vector<SurfaceFace>& owned,
                    const std::vector<fem::Box>& boxes) {
  std::vector<fem::BoxTree::value_type> leaves;
  fem::Box mine;
  for (const auto& one : owned) {
    leaves.emplace_back(fem::treeBox(one.box), static_cast<int>(leaves.size()));
    mine.include(one.box);
  }
  const fem::BoxTree tree(leaves);  // packing of all leaves at once
  std::vector<std::vector<FaceLocation>> found(boxes.size());
  fem::RankBoxes(comm, mine)
      .queryOverlapping<FaceLocation>(
          boxes,
          [&](const fem::Box& box, const auto& reply) {
            for (auto leaf = tree.qbegin(boost::geometry::index::intersects(fem::treeBox(box))); leaf != tree.qend();
                 ++leaf)
              reply({comm.rank(), leaf->second});
          },
          [&](std::size_t i, const FaceLocation& place) { found[i].push_back(place); });
  return fetchFaces(comm, owned, found);
}

std::vector<std::vector<SurfaceFace>> facesInBoxes(const base::Communicator& comm,
                                                   const std::vector<SurfaceFace>& owned,
                                                   const std::vector<fem::Box>& boxes) {
  const NearFaces near = nearFaces(comm, owned, boxes);
  std::vector<std::vector<SurfaceFace>> found(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (const std::size_t face : near.faces_of_box[i]) found[i].push_back(near.faces[face]);
  return found;
}

}  // namespace tenon::surface
