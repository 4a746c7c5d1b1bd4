// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SelfContactPairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "surface/footPoint.hpp"
#include "tenon/base/runCollectively.hpp"
#include "twoColouring.hpp"

namespace tenon::constraint {
namespace {

using base::GlobalIndex;
using base::LocalIndex;
using base::Vec3;
using surface::Face;
using surface::SurfaceFace;

constexpr double opposite = -0.25;         // largest cosine of the normals of opposing faces
constexpr double opposite_at_rest = -0.7;  // largest cosine for faces close in the reference configuration
constexpr double smooth = 0.5;             // smallest cosine of the normals of neighbours in a patch
constexpr double slightly_behind = 1e-3;   // admissible penetration at the start, in diameters
constexpr std::int64_t the_slave = -1;     // auxiliary vertex with the colour of the slave

std::size_t numNodes(const Face& face) {
  return static_cast<std::size_t>(mesh::info(face.type).num_nodes);
}

std::array<double, 3> packed(const Vec3& vector) {
  return {vector[0], vector[1], vector[2]};
}

double dot(const std::array<double, 3>& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// True if the point is in front of a face, measured to the face's closest point, and this closest
/// point is in front of the face with the normal `own`. Both conditions hold to within the
/// tolerance `deepest`.
bool areInFront(const Vec3& point, const Face& face, const Vec3& normal, const std::array<double, 3>& own,
                double deepest) {
  const Vec3 away = point - surface::closestPoint(face, point).position;
  return away.dot(normal) >= -deepest && dot(own, away) <= deepest;
}

}  // namespace

SelfContactPairs::SelfContactPairs(std::string name, const fem::Domain& domain, std::vector<LocalIndex> points,
                                   const std::vector<SurfaceFace>& at_rest, double reach)
    : name_(std::move(name)), domain_(domain), points_(std::move(points)), reach_(reach) {
  for (const SurfaceFace& face : at_rest) at_rest_.push_back(packed(surface::centreNormal(face.face)));
}

// Returns the faces at each point, [points].
std::vector<std::vector<SelfContactPairs::NeighbourFace>> SelfContactPairs::facesAround(
    const std::vector<SurfaceFace>& present) const {
  const la::Layout& layout = domain_.mesh.layout();
  std::vector<std::vector<NeighbourFace>> to(static_cast<std::size_t>(layout.comm().size()));
  for (std::size_t f = 0; f < present.size(); ++f) {
    const SurfaceFace& face = present[f];
    NeighbourFace around{{},          face.tag,   packed(surface::centreNormal(face.face)),
                         at_rest_[f], face.nodes, static_cast<int>(numNodes(face.face))};
    for (std::size_t a = 0; a < numNodes(face.face); ++a) {
      around.node = face.nodes[a];
      to[static_cast<std::size_t>(layout.ownerOf(around.node))].push_back(around);
    }
  }
  std::vector<std::vector<NeighbourFace>> by_point(points_.size());
  for (const auto& from_rank : layout.comm().exchange(to))
    for (const NeighbourFace& around : from_rank) {
      const LocalIndex node = layout.local(around.node);
      const auto point = std::lower_bound(points_.begin(), points_.end(), node);
      by_point[static_cast<std::size_t>(point - points_.begin())].push_back(around);
    }
  for (auto& list : by_point)
    std::sort(list.begin(), list.end(), [](const NeighbourFace& a, const NeighbourFace& b) { return a.tag < b.tag; });
  return by_point;
}

// Returns the faces in the reference configuration; positions are requested from the owners of the
// nodes. @note Collective.
std::vector<Face> SelfContactPairs::referenceFacesOf(const std::vector<SurfaceFace>& faces) const {
  const la::Layout& layout = domain_.mesh.layout();
  std::vector<std::vector<PetscInt>> wanted(static_cast<std::size_t>(layout.comm().size()));
  std::set<PetscInt> known;
  for (const SurfaceFace& face : faces)
    for (std::size_t a = 0; a < numNodes(face.face); ++a)
      if (known.insert(face.nodes[a].value()).second)
        wanted[static_cast<std::size_t>(layout.ownerOf(face.nodes[a]))].push_back(face.nodes[a].value());
  std::vector<std::vector<std::array<double, 3>>> replies;
  for (const auto& asked : layout.comm().exchange(wanted)) {
    auto& reply = replies.emplace_back();
    for (const PetscInt node : asked) {
      const double* x = domain_.mesh.points().data() + 3 * static_cast<std::size_t>(layout.local(GlobalIndex(node)));
      reply.push_back({x[0], x[1], x[2]});
    }
  }
  const auto places = layout.comm().exchange(replies);
  std::map<PetscInt, Vec3> place;
  for (std::size_t rank = 0; rank < wanted.size(); ++rank)
    for (std::size_t i = 0; i < wanted[rank].size(); ++i)
      place[wanted[rank][i]] = Eigen::Map<const Vec3>(places[rank][i].data());
  std::vector<Face> rest;
  for (const SurfaceFace& face : faces) {
    rest.push_back({face.face.type, {}});
    for (std::size_t a = 0; a < numNodes(face.face); ++a) rest.back().nodes[a] = place.at(face.nodes[a].value());
  }
  return rest;
}

std::vector<SelfContactPairs::FacingPair> SelfContactPairs::facing(
    const std::vector<std::vector<NeighbourFace>>& around, double moved, const surface::NearFaces& near) const {
  const std::vector<Face> rest = referenceFacesOf(near.faces);
  std::vector<Vec3> normals, at_rest;
  for (const SurfaceFace& face : near.faces) normals.push_back(surface::centreNormal(face.face));
  for (const Face& face : rest) at_rest.push_back(surface::centreNormal(face));
  std::vector<FacingPair> found;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Vec3 x0 = Eigen::Map<const Vec3>(domain_.mesh.points().data() + 3 * static_cast<std::size_t>(points_[i]));
    Vec3 x = x0;
    const int dim = domain_.state.block();
    for (int c = 0; c < dim; ++c) x[c] += domain_.state.displacement()[static_cast<std::size_t>(points_[i] * dim + c)];
    std::set<GlobalIndex> beside;
    for (const NeighbourFace& own : around[i]) beside.insert(own.nodes.begin(), own.nodes.begin() + own.num_nodes);
    for (const std::size_t f : near.faces_of_box[i]) {
      const SurfaceFace& face = near.faces[f];
      if (std::any_of(face.nodes.begin(), face.nodes.begin() + static_cast<std::ptrdiff_t>(numNodes(face.face)),
                      [&](GlobalIndex node) { return beside.count(node) > 0; }))
        continue;
      const double slight = slightly_behind * face.diameter;
      const double deepest = slight + std::min(moved, 0.5 * reach_);
      const bool were_near = surface::closestPoint(rest[f], x0).distance < 2 * reach_;
      for (const NeighbourFace& own : around[i]) {
        if (!(dot(own.normal, normals[f]) < opposite)) continue;
        if (!areInFront(x, face.face, normals[f], own.normal, deepest)) continue;
        if (were_near && !(dot(own.at_rest, at_rest[f]) < opposite_at_rest &&
                           areInFront(x0, rest[f], at_rest[f], own.at_rest, slight)))
          continue;
        found.push_back({i, f, own.tag});
      }
    }
  }
  return found;
}

std::map<std::int64_t, int> SelfContactPairs::assignSides(const std::vector<std::vector<NeighbourFace>>& around,
                                                          const std::vector<FacingPair>& facing,
                                                          const surface::NearFaces& near) {
  const base::Communicator& comm = domain_.mesh.comm();
  const auto size = static_cast<std::size_t>(comm.size());
  // The faces at this rank's nodes that are opposed to others are determined by a rendezvous: rank
  // (tag mod size) collects each face.
  std::set<std::int64_t> facing_here, at_nodes;
  for (const FacingPair& one : facing) facing_here.insert({one.own, near.faces[one.face].tag});
  for (const auto& of_point : around)
    for (const auto& own : of_point) at_nodes.insert(own.tag);
  std::vector<std::vector<std::int64_t>> say(size), ask(size);
  for (const std::int64_t tag : facing_here) say[static_cast<std::size_t>(tag) % size].push_back(tag);
  for (const std::int64_t tag : at_nodes) ask[static_cast<std::size_t>(tag) % size].push_back(tag);
  std::set<std::int64_t> known;
  for (const auto& from_rank : comm.exchange(say)) known.insert(from_rank.begin(), from_rank.end());
  std::vector<std::vector<std::int64_t>> replies;
  for (const auto& from_rank : comm.exchange(ask)) {
    auto& reply = replies.emplace_back();
    std::copy_if(from_rank.begin(), from_rank.end(), std::back_inserter(reply),
                 [&](std::int64_t tag) { return known.count(tag) > 0; });
  }
  std::set<std::int64_t> face_others;
  for (const auto& from_rank : comm.exchange(replies)) face_others.insert(from_rank.begin(), from_rank.end());

  std::set<std::pair<std::int64_t, std::int64_t>> opposed;
  for (const FacingPair& one : facing) opposed.insert({one.own, near.faces[one.face].tag});
  std::vector<ColourRelation> relations;
  for (const auto& [own, other] : opposed) relations.push_back({own, other, true});
  for (const auto& of_point : around)
    for (std::size_t a = 0; a < of_point.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (face_others.count(of_point[a].tag) > 0 && face_others.count(of_point[b].tag) > 0 &&
            dot(of_point[a].normal, Eigen::Map<const Vec3>(of_point[b].normal.data())) > smooth)
          relations.push_back({of_point[b].tag, of_point[a].tag, false});

  std::vector<ColourRelation> with_memory = relations;
  for (const ColourRelation& relation : relations)
    for (const std::int64_t tag : {relation.one, relation.other})
      if (const auto side = sides_.of_faces.find(tag); side != sides_.of_faces.end())
        with_memory.push_back({the_slave, tag, side->second != 0});
  Colouring colouring = twoColouring(comm, with_memory);
  if (colouring.impossible) colouring = twoColouring(comm, relations);
  base::runCollectively(comm, [&] {
    if (colouring.impossible)
      throw base::InputError(
          fmt::format("{}: parts of {} face each other in a closed chain of odd length that contains element {}, so "
                      "slaves and masters cannot be assigned. Define one contact with `slave` and `master` for each "
                      "pair of parts in contact, or reduce `reach` if some parts do not approach each other.",
                      name_, domain_.mesh.file(), *colouring.impossible));
  });
  return std::move(colouring.colours);
}

void SelfContactPairs::filter(const std::vector<SurfaceFace>& present, double moved, surface::NearFaces& near) {
  const std::vector<std::vector<NeighbourFace>> around = facesAround(present);
  const std::vector<FacingPair> found = facing(around, moved, near);
  const std::map<std::int64_t, int> now = assignSides(around, found, near);
  bool swapped = false;
  for (const auto& [tag, side] : now) {
    if (tag == the_slave) continue;
    const auto [before, is_new] = sides_.of_faces.emplace(tag, side);
    swapped = swapped || (!is_new && before->second != side);
    before->second = side;
  }
  sides_.has_swapped = domain_.mesh.comm().any(swapped);
  std::vector<std::set<std::size_t>> kept(points_.size());
  for (const FacingPair& one : found)
    if (now.at(near.faces[one.face].tag) == 1) kept[one.point].insert(one.face);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    auto& faces = near.faces_of_box[i];
    faces.erase(std::remove_if(faces.begin(), faces.end(), [&](std::size_t face) { return kept[i].count(face) == 0; }),
                faces.end());
  }
}

}  // namespace tenon::constraint
