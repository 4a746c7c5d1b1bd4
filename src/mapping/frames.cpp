// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "frames.hpp"

#include <fmt/format.h>

#include "base/Directory.hpp"
#include "base/text.hpp"
#include "children.hpp"
#include "fem/search/NodeSearch.hpp"
#include "nodeFrames.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;

std::string nameOfSkinning(const Skinning::Data& data, const fem::Domain& child) {
  return fmt::format("skinning {} on {}", child.object, data.parent);
}

/// Checks that the parent has rigid bodies, and returns the weights. @note Collective.
WeightTable skinningWeights(const Skinning::Data& data, const fem::Domain& child, const fem::Domain& parent) {
  requireFrames(parent, nameOfSkinning(data, child));
  return Weighted::weights(data, child, parent);
}

std::string nameOfOnFrame(const OnFrame::Data& data, const fem::Domain& child) {
  return fmt::format("on-frame {} of {} on {}", child.object, data.parent, data.frame);
}

/// Returns the parent node with the same position in the file, and the body, for each node of the
/// child. @note Collective.
WeightTable nodeAndBody(const OnFrame::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const fem::Domain &parent = find(data.parent), &frames = find(data.frame);
  const std::string name = nameOfOnFrame(data, child);
  if (parent.state.kind() != la::NodeKind::points || child.state.kind() != la::NodeKind::points ||
      parent.dimension() != child.dimension() || frames.dimension() != child.dimension())
    refuse(fmt::format("{}: '{}' and '{}' must consist of points of the same dimension as the body.", name,
                       child.object, parent.object));
  const PetscInt have = child.mesh.layout().numGlobal(), want = parent.mesh.layout().numGlobal();
  if (have != want)
    refuse(fmt::format("{}: '{}' has {} and '{}' has {}, but the numbers of nodes must be equal.", name, child.object,
                       base::formatCount(have, "node"), parent.object, want));
  const GlobalIndex body = bodyOf(frames, data.body, name);
  const auto positions = child.mesh.nodePositions();
  WeightTable table;
  for (const auto& node : nodesByKey(parent, parent.mesh.nodePositions(),
                                     {positions.begin(), positions.begin() + child.mesh.layout().numOwned()})) {
    table.add(0, node.value(), 1.0);
    table.add(1, body, 1.0);
    table.endNode();
  }
  return table;
}

std::string nameOfProjection(const PlaneProjection::Data& data) {
  return fmt::format("plane-projection of {} onto {}", fmt::join(data.parent, ", "), data.frame);
}

/// Returns each node together with the body to which the plane is attached. @note Collective.
Tuples withBody(const PlaneProjection::Data& data, const fem::FindDomain& find) {
  const std::string name = nameOfProjection(data);
  const fem::Domain& frames = find(data.frame);
  const GlobalIndex body = bodyOf(frames, data.body, name);
  const Tuples nodes = findTuples(data, 1, find, name);
  Tuples both{{nodes.parents.front(), &frames.state}, {}, nodes.positions};
  for (const auto& term : nodes.parent_nodes.terms()) {
    both.parent_nodes.add(0, term.node, 1.0);
    both.parent_nodes.add(1, body, 1.0);
    both.parent_nodes.endNode();
  }
  return both;
}

/// End of a beam: a body and its position.
struct BeamEnd {
  GlobalIndex node;
  std::array<double, 3> place;
  Vec3 at() const { return {place[0], place[1], place[2]}; }
};
using BeamEnds = base::Directory<BeamEnd>;

/// Position of a point along the beam between two bodies.
struct BeamPosition {
  double s, distance;  // s in [0, 1]
  BeamPosition(const Vec3& a, const Vec3& b, const Vec3& x)
      : s(std::clamp((x - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0)), distance((a + s * (b - a) - x).norm()) {}
};

void addBeam(const BeamEnd& a, const BeamEnd& b, const Vec3& x, WeightTable& table) {
  const Vec3 beam = b.at() - a.at();
  const double s = BeamPosition(a.at(), b.at(), x).s, left = 1.0 - s;
  const Vec3 across = x - a.at() - s * beam;
  table.add(0, a.node, left * left * (1 + 2 * s), s * left * left * beam + left * across);
  table.add(0, b.node, s * s * (3 - 2 * s), -s * s * left * beam + s * across);
  table.endNode();
}

std::string nameOfBeams(const BeamInterpolation::Data& data, const fem::Domain& child) {
  return fmt::format("beam-interpolation {} on {}", child.object, data.parent);
}

/// Returns a directory of all bodies by their positions in the order of bodies. @note Collective.
BeamEnds endsOf(const fem::Domain& parent) {
  std::vector<BeamEnds::KeyValuePair> ends;
  for (const LocalIndex node : ownNodes(parent)) {
    const double* const x = parent.mesh.points().data() + 3 * static_cast<std::size_t>(node);
    ends.push_back({parent.mesh.nodePositions()[static_cast<std::size_t>(node)],
                    {parent.mesh.layout().global(node), {x[0], x[1], x[2]}}});
  }
  return BeamEnds(parent.mesh.comm(), ends);
}

/// Returns the weights of the two bodies of the nearest beam. @note Collective.
WeightTable beamWeights(const BeamInterpolation::Data& data, const fem::Domain& child, const fem::Domain& parent) {
  const std::string name = nameOfBeams(data, child);
  requireFrames(parent, name);
  if (parent.mesh.layout().numGlobal() < 2)
    refuse(fmt::format("{}: the parent must have at least two rigid bodies, which are the ends of a beam.", name));
  const std::vector<Vec3> places = ownedCoordinates(child);
  std::vector<std::int64_t> wanted;  // the nearest body, the previous one, the next one
  for (const auto& one : fem::NodeSearch(parent, ownNodes(parent)).nearest(places))
    wanted.insert(wanted.end(), {one.position, one.position - 1, one.position + 1});
  const auto ends = endsOf(parent).find(wanted);
  WeightTable table;
  base::runCollectively(child.mesh.comm(), [&] {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const BeamEnd& here = ends[3 * i].value();
      const auto &before = ends[3 * i + 1], &after = ends[3 * i + 2];
      for (const auto* end : {&before, &after})
        if (end->has_value() && (*end)->at() == here.at())
          throw base::InputError(
              fmt::format("{}: two consecutive bodies of '{}' coincide at ({:.6g}, {:.6g}, {:.6g}), so the beam "
                          "between them has no direction.",
                          name, parent.object, here.place[0], here.place[1], here.place[2]));
      const bool is_before = before && (!after || BeamPosition(before->at(), here.at(), places[i]).distance <=
                                                      BeamPosition(here.at(), after->at(), places[i]).distance);
      is_before ? addBeam(*before, here, places[i], table) : addBeam(here, *after, places[i], table);
    }
  });
  return table;
}

}  // namespace

void Skinning::declare(base::Parameters<Data>& p) {
  Weighted::declare(p);
}

Skinning::Skinning(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : PointsMapping(nameOfSkinning(data, child), child, {&find(data.parent).state},
                    skinningWeights(data, child, find(data.parent))) {}

Vec3 Skinning::childPosition(LocalIndex i) const {
  return referencePosition(child(), i);
}

void OnFrame::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "",
             "object with the same nodes; the displacements of these nodes are relative to the frame");
  p.required("frame", &Data::frame, "", "object with the rigid body that defines the frame");
  p.optional("body", &Data::body, "", "name or number of the rigid body in `frame`; default: the only body");
}

OnFrame::OnFrame(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : PointsMapping(nameOfOnFrame(data, child), child, {&find(data.parent).state, &find(data.frame).state},
                    nodeAndBody(data, child, find)) {}

void PlaneProjection::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "nodes", "nodes");
  p.required("frame", &Data::frame, "", "object with the rigid body to which the plane is attached");
  p.optional("body", &Data::body, "", "name or number of the rigid body in `frame`; default: the only body");
  p.optional("point", &Data::point, "length", "any point of the plane in the reference configuration");
  p.required("normal", &Data::normal, "", "normal of the plane in the reference configuration, of any length");
}

PlaneProjection::PlaneProjection(const Data& data, const fem::FindDomain& find)
    : DifferentiatedMapping(nameOfProjection(data), withBody(data, find)),
      point_(data.point),
      normal_(data.normal.normalized()),
      block_(find(data.frame).dimension()) {
  if (data.normal.isZero(0.0))
    throw base::InputError(fmt::format("{}: the normal of a plane must not be zero.", name()));
}

std::vector<Vec3> PlaneProjection::locations() const {
  std::vector<Vec3> places;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    const Vec3 x = referencePosition(*parentNodes(i)[0].state, parentNodes(i)[0].node);
    places.push_back(x - normal_ * normal_.dot(x - point_));
  }
  return places;
}

std::vector<double> PlaneProjection::rest() const {
  std::vector<double> rest;
  for (const Vec3& place : locations()) rest.insert(rest.end(), place.begin(), place.begin() + block_);
  return rest;
}

void BeamInterpolation::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object with the rigid bodies at the ends of the beams, in order");
}

BeamInterpolation::BeamInterpolation(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(nameOfBeams(data, child), child.state, {&find(data.parent).state},
                   beamWeights(data, child, find(data.parent))) {}

}  // namespace tenon::mapping
