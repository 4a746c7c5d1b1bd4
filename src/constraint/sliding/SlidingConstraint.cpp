// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SlidingConstraint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "FaceGap.hpp"
#include "TrackSearch.hpp"
#include "constraint/contact/PositiveFunctions.hpp"
#include "fem/shapes.hpp"
#include "surface/footPoint.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

std::string nameOf(const std::string& type, const SlidingConstraint::Data& data) {
  return data.name.empty() ? fmt::format("{} {} on {}", type, data.points.name(), data.track.name()) : data.name;
}

}  // namespace

SlidingConstraint::SlidingConstraint(const std::string& type, const Data& data, int rows_per_point,
                                     const std::vector<surface::SurfaceFace>& track, const fem::FindDomain& find,
                                     EdgePolicy edge_policy)
    : name_(nameOf(type, data)),
      of_points_(find(data.points.object)),
      of_track_(find(data.track.object)),
      rows_per_point_(rows_per_point),
      is_smooth_(data.is_smooth),
      edge_policy_(edge_policy) {
  std::optional<PositiveFunctions> functions;
  if (edge_policy_ == EdgePolicy::opens) functions.emplace(of_points_.mesh, groupOf(data.points, find));
  makeRows(data.points, functions ? &*functions : nullptr);
  double reach = data.reach;
  const base::Communicator& comm = of_points_.mesh.comm();
  if (reach == 0.0) {
    for (const surface::SurfaceFace& face : track) reach = std::max(reach, face.diameter);
    reach = comm.max(reach);
  }
  const bool any = comm.any(!rows_.empty());
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' contains no nodes.", name_));
  });
  if (edge_policy_ == EdgePolicy::opens) {
    search_ = std::make_unique<TrackSearch>(of_points_, of_track_, carrierNodes(), track, reach);
    if (data.is_self) search_->enableSelfContact(name_);
  }
  const surface::NearFaces near = search_ ? search_->find() : referenceFaces(track, reach);
  storeBulges(near);
  makePairs(tuplesOf(near));
  requireNear(reach, data.track.name());
}

SlidingConstraint::~SlidingConstraint() = default;

void SlidingConstraint::makeRows(const fem::ObjectGroup& side, const PositiveFunctions* functions) {
  for (const LocalIndex node : fem::ownedNodes(of_points_, side.group)) {
    const std::size_t first = points_.size();
    if (functions == nullptr)
      points_.push_back({node, 1.0, {}});
    else
      for (const PositiveFunctions::Term& term : functions->termsOf(node))
        points_.push_back({term.node, term.weight, {}});
    rows_.push_back({node, first, points_.size()});
    rows_with_.push_back({node});
  }
  was_off_track_.assign(points_.size(), 1);
  if (functions == nullptr) return;
  for (const LocalIndex combined : functions->combined())
    for (const PositiveFunctions::Term& term : functions->termsOf(combined)) {
      const auto row = std::lower_bound(rows_.begin(), rows_.end(), term.node,
                                        [](const PointRow& one, LocalIndex other) { return one.node < other; });
      if (term.node == combined || row == rows_.end() || row->node != term.node) continue;
      rows_with_[static_cast<std::size_t>(row - rows_.begin())].push_back(combined);
    }
}

// Contact points without a face within reach are admitted, because they may approach the track
// later.
void SlidingConstraint::requireNear(double reach, const std::string& track) const {
  const base::Communicator& comm = of_points_.mesh.comm();
  const auto is_near = [](const Point& point) { return !point.faces.empty(); };
  if (edge_policy_ == EdgePolicy::opens) {
    if (!comm.any(std::any_of(points_.begin(), points_.end(), is_near)))
      base::log().info("{}: initially, no node is within {:.6g} (`reach`) of {}.", name_, reach, track);
    return;
  }
  base::runCollectively(comm, [&] {
    for (const Point& point : points_)
      if (!is_near(point))
        throw base::InputError(fmt::format("{}: node {} is farther than {} from {}; increase `reach`.", name_,
                                           of_points_.mesh.nodeTags()[static_cast<std::size_t>(point.node)], reach,
                                           track));
  });
}

std::vector<LocalIndex> SlidingConstraint::carrierNodes() const {
  std::vector<LocalIndex> nodes;
  for (const PointRow& row : rows_) nodes.push_back(row.node);
  return nodes;
}

base::Vec3 SlidingConstraint::referencePosition(const fem::Domain& domain, LocalIndex node) {
  base::Vec3 x = base::Vec3::Zero();
  const int dim = domain.state.block();
  const double* rest = domain.state.reference().data() + static_cast<std::ptrdiff_t>(node) * dim;
  for (int c = 0; c < dim; ++c) x[c] = rest[c];
  return x;
}

// The reference position is taken relative to the origin before the displacement is added, so that
// round-off does not depend on the location of the bodies.
base::Vec3 SlidingConstraint::position(const fem::Domain& domain, LocalIndex node, const base::Vec3& origin) {
  base::Vec3 x = referencePosition(domain, node) - origin;
  const int dim = domain.state.block();
  const double* u = domain.state.displacement().data() + static_cast<std::ptrdiff_t>(node) * dim;
  for (int c = 0; c < dim; ++c) x[c] += u[c];
  return x;
}

surface::Face SlidingConstraint::straightFaceOf(const PairIndex& pair, const base::Vec3& origin, bool at_rest) const {
  const PairsOfType& pairs = pairs_[pair.kind];
  const LocalIndex* nodes = nodesAt(pair) + 1;
  surface::Face face{pairs.type, {}};
  for (int a = 0; a < mesh::info(pairs.type).num_nodes; ++a)
    face.nodes[static_cast<std::size_t>(a)] =
        at_rest ? base::Vec3(referencePosition(of_track_, nodes[a]) - origin) : position(of_track_, nodes[a], origin);
  return face;
}

surface::Face SlidingConstraint::faceOf(const PairIndex& pair, const base::Vec3& origin, bool at_rest) const {
  const surface::Face face = straightFaceOf(pair, origin, at_rest);
  return is_smooth_ ? surface::curvedFace(face, pairs_[pair.kind].bulges[static_cast<std::size_t>(pair.tuple)]) : face;
}

surface::CurvedFaceDerivatives SlidingConstraint::slopesOf(const PairIndex& pair) const {
  return {straightFaceOf(pair, originOf(pair), false), pairs_[pair.kind].bulges[static_cast<std::size_t>(pair.tuple)],
          of_points_.state.block()};
}

base::Vec3 SlidingConstraint::originOf(const PairIndex& pair) const {
  return referencePosition(of_track_, nodesAt(pair)[1]);
}

surface::Face SlidingConstraint::presentFace(const PairIndex& pair, base::Vec3& point) const {
  const LocalIndex* nodes = nodesAt(pair);
  const base::Vec3 origin = originOf(pair);
  point = position(of_points_, nodes[0], origin);
  return faceOf(pair, origin, false);
}

double SlidingConstraint::roundOffOf(const PairIndex& pair, const surface::Face& face) const {
  constexpr double round_off = 1e-9;  // in diameters of the face
  const base::Vec3 origin = originOf(pair);
  return std::max(round_off * face.diameter(), fem::Box{origin, origin}.roundOff());
}

SlidingConstraint::PointFacePose SlidingConstraint::poseOf(const PairIndex& pair) const {
  PointFacePose pose{};
  pose.dimension = of_points_.state.block();
  pose.face = presentFace(pair, pose.point);
  pose.round_off = roundOffOf(pair, pose.face);
  if (pose.dimension == 3) {
    const LocalIndex* nodes = nodesAt(pair);
    (referencePosition(of_track_, nodes[2]) - referencePosition(of_track_, nodes[1])).cwiseAbs().minCoeff(&pose.axis);
  }
  return pose;
}

SlidingConstraint::PairIndex SlidingConstraint::closestFace(const Point& point, gsl::span<CandidateFace> seen,
                                                            surface::FacePoint& nearest) const {
  // Nodes are points of faces: a face farther away than the nearest node cannot be the closest one.
  double at_most = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CandidateFace& one = seen[i];
    one.face = presentFace(point.faces[i], one.point);
    for (int a = 0; a < mesh::info(one.face.type).num_nodes; ++a)
      at_most = std::min(at_most, (one.face.nodes[static_cast<std::size_t>(a)] - one.point).squaredNorm());
  }
  at_most = std::sqrt(at_most);
  PairIndex best{};
  nearest.distance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const surface::Face& face = seen[i].face;
    const double round_off = roundOffOf(point.faces[i], face);
    if (face.box().distanceTo(seen[i].point) > at_most + round_off) continue;
    const surface::FacePoint closest = surface::closestPoint(face, seen[i].point);
    if (!(closest.distance < nearest.distance - round_off)) continue;  // the first face if several are equally close
    nearest = closest;
    best = point.faces[i];
  }
  return best;
}

SlidingConstraint::PointPlace SlidingConstraint::nearestPlace(std::size_t number) const {
  const Point& point = points_[number];
  PointPlace best{};
  if (point.faces.empty()) {
    best.pose.is_off_track = true;
    best.pose.distance = search_->reach();
    return best;
  }
  boost::container::small_vector<CandidateFace, 32> seen(point.faces.size());
  surface::FacePoint nearest;
  best.pair = closestFace(point, {seen.data(), seen.size()}, nearest);
  if (best.pair.isNone()) {  // the coordinates are NaN
    best.pose.is_off_track = true;
    best.pose.distance = nearest.distance;
    return best;
  }
  if (edge_policy_ == EdgePolicy::opens && rows_per_point_ == 1)
    best.pair = firstAtConcaveEdge(point, {seen.data(), seen.size()}, best.pair, nearest);
  best.pose = poseOf(best.pair);
  best.pose.xi = {nearest.xi[0], nearest.xi[1]};
  const auto foot = surface::footPoint(best.pose.face, best.pose.point, best.pose.xi);
  if (foot && !(edge_policy_ == EdgePolicy::opens && isOffTrack(number, best, *foot, nearest)))
    best.pose.xi = *foot;
  else
    best.pose.is_off_track = true;
  best.pose.distance = nearest.distance;
  return best;
}

gsl::span<const LocalIndex> SlidingConstraint::trackNodes(const PairIndex& pair) const {
  return {nodesAt(pair) + 1, static_cast<std::size_t>(mesh::info(pairs_[pair.kind].type).num_nodes)};
}

bool SlidingConstraint::haveCommonNode(const PairIndex& one, const PairIndex& other) const {
  const auto nodes = trackNodes(one), others = trackNodes(other);
  return std::find_first_of(nodes.begin(), nodes.end(), others.begin(), others.end()) != nodes.end();
}

// At a concave edge of the track, for example where the point itself deforms it, each of the two
// faces pushes a point over to the other one, and neither remains the closest. The first face
// therefore retains the point slightly beyond its edge, where the continued face is inside the
// other one. With friction this is not required, because points stick.
SlidingConstraint::PairIndex SlidingConstraint::firstAtConcaveEdge(const Point& point,
                                                                   gsl::span<const CandidateFace> seen,
                                                                   const PairIndex& best,
                                                                   surface::FacePoint& nearest) const {
  constexpr double beyond = 0.2, on_the_edge = 1e-12;  // in reference coordinates: 0.2 is a tenth of a face
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const PairIndex& pair = point.faces[i];
    if (pair == best) break;
    const double farthest = nearest.distance + beyond * seen[i].face.diameter();
    if (seen[i].face.box().distanceTo(seen[i].point) > farthest || !haveCommonNode(pair, best)) continue;
    const surface::FacePoint closest = surface::closestPoint(seen[i].face, seen[i].point);
    if (closest.distance > farthest) continue;
    const base::Vec2 inside{closest.xi[0], closest.xi[1]};
    const auto foot = surface::footPoint(seen[i].face, seen[i].point, inside);
    if (!foot || (*foot - inside).norm() > beyond || (*foot - inside).isZero(on_the_edge)) continue;
    const FaceGap gap(seen[i].point, seen[i].face, *foot, of_points_.state.block());
    const base::Vec3 shift = originOf(best) - originOf(pair);
    if (gap.normal.dot(nearest.position + shift - gap.at.x) < -roundOffOf(pair, seen[i].face))
      continue;  // the edge is convex
    nearest = {{(*foot)[0], (*foot)[1]}, gap.at.x, gap.gap.norm()};
    return pair;
  }
  return best;
}

// Newton's method does not converge if a point alternates between two faces that push it to each
// other, or alternates between having a face and having none at an edge. The point is then retained
// by one face slightly beyond its edge.
SlidingConstraint::PointPlace SlidingConstraint::placeOf(std::size_t point) const {
  PointPlace place = nearestPlace(point);
  if (edge_policy_ == EdgePolicy::fails || !face_histories_[point].isCycling() || face_histories_[point].on.isNone())
    return place;
  const PairIndex& kept = face_histories_[point].on;
  if (!place.pose.is_off_track && place.pair == kept) return place;
  PointPlace other;
  return staysOn(kept, place.pose.distance, other) ? other : place;
}

bool SlidingConstraint::staysOn(const PairIndex& pair, double nearest, PointPlace& place) const {
  constexpr double beyond = 0.2;  // in reference coordinates: a tenth of a face
  place.pair = pair;
  place.pose = poseOf(pair);
  const surface::FacePoint closest = surface::closestPoint(place.pose.face, place.pose.point);
  if (closest.distance > nearest + beyond * place.pose.face.diameter()) return false;
  const base::Vec2 inside{closest.xi[0], closest.xi[1]};
  const auto foot = surface::footPoint(place.pose.face, place.pose.point, inside);
  if (!foot || (inside - *foot).norm() > beyond) return false;
  place.pose.xi = *foot;
  place.pose.is_off_track = false;
  place.pose.distance = nearest;
  return true;
}

void SlidingConstraint::recordFace(std::size_t point, const PointPlace& place) const {
  if (edge_policy_ == EdgePolicy::fails) return;
  FaceHistory& course = face_histories_[point];
  if (course.changes < 0 || !(course.last == place.pair) || course.was_off != place.pose.is_off_track) ++course.changes;
  course.last = place.pair;
  course.was_off = place.pose.is_off_track;
  if (!place.pose.is_off_track) course.on = place.pair;
}

// True if the foot is beyond the edge of a face by more than the gap at the edges of a convex
// surface, where the next face is equally close. Beyond an outer edge of the track the last face is
// continued over a short distance for points that have been above the track: bodies of equal width
// stay in contact at their edges as they expand laterally.
bool SlidingConstraint::isOffTrack(std::size_t point, const PointPlace& place, const base::Vec2& foot,
                                   const surface::FacePoint& nearest) const {
  constexpr double edge = 1e-3, outer_edge = 0.2;  // in diameters
  const PointFacePose& pose = place.pose;
  const base::Vec3 at = pose.face.at(foot);
  const double beyond = (at - nearest.position).norm(), diameter = pose.face.diameter();
  if (beyond <= (pose.point - at).norm() + edge * diameter) return false;
  if (beyond > outer_edge * diameter || was_off_track_[point] != 0) return true;
  return !isPastOuterEdge(points_[point], place.pair, foot);
}

// True if no other candidate face of the point shares the edge beyond which the foot lies farthest.
bool SlidingConstraint::isPastOuterEdge(const Point& point, const PairIndex& pair, const base::Vec2& foot) const {
  const std::vector<LocalIndex> edge = edgeBeyond(pair, foot);
  return std::none_of(point.faces.begin(), point.faces.end(), [&](const PairIndex& other) {
    const auto nodes = trackNodes(other);
    return !(other == pair) && std::all_of(edge.begin(), edge.end(), [&](LocalIndex node) {
      return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    });
  });
}

std::vector<LocalIndex> SlidingConstraint::edgeBeyond(const PairIndex& pair, const base::Vec2& xi) const {
  const mesh::CellType type = pairs_[pair.kind].type;
  const LocalIndex* nodes = nodesAt(pair) + 1;
  if (fem::dimensionOf(type) == 1) return {nodes[xi[0] < 0.0 ? 0 : 1]};
  boost::container::static_vector<double, 4> beyond;  // distance beyond each edge
  if (fem::shapeOf(type) == fem::Shape::triangle)
    beyond = {-xi[1], xi.sum() - 1.0, -xi[0]};
  else
    beyond = {-1.0 - xi[1], xi[0] - 1.0, xi[1] - 1.0, -1.0 - xi[0]};
  const std::size_t e = static_cast<std::size_t>(std::max_element(beyond.begin(), beyond.end()) - beyond.begin());
  return {nodes[e], nodes[(e + 1) % beyond.size()]};
}

// Sets the current position of the track's material point that was below this point, and the normal
// of the track there. Not set if the point has no face.
void SlidingConstraint::trackStickingPoint(const CommittedPlace& anchor, const PointPlace& place,
                                           PointFacePose& pose) const {
  if (anchor.pair.isNone() || place.pair.isNone()) return;
  pose.sticking_point = faceOf(anchor.pair, originOf(place.pair), false).at(anchor.xi);
  const surface::FaceGeometry rest(faceOf(anchor.pair, originOf(anchor.pair), true), anchor.xi);
  pose.previous_normal = rest.areaVector().normalized();
}

std::vector<SlidingConstraint::PointPlace> SlidingConstraint::currentPlaces() const {
  std::vector<PointPlace> places;
  base::runCollectively(of_points_.mesh.comm(), [&] {
    for (std::size_t p = 0; p < points_.size(); ++p) {
      PointPlace place = placeOf(p);
      if (place.pose.is_off_track && edge_policy_ == EdgePolicy::fails)
        throw base::NotConvergedError(
            fmt::format("{}: node {} has left its candidate faces or has no projection onto them. Increase `reach`, "
                        "or use more load steps.",
                        name_, of_points_.mesh.nodeTags()[static_cast<std::size_t>(points_[p].node)]));
      if (!committed_places_.empty()) trackStickingPoint(committed_places_[p], place, place.pose);
      places.push_back(place);
    }
  });
  return places;
}

std::vector<SlidingConstraint::PointFacePose> SlidingConstraint::currentPoses() const {
  std::vector<PointFacePose> poses;
  const std::vector<PointPlace> places = currentPlaces();
  for (const PointRow& row : rows_) poses.push_back(places[row.first].pose);
  return poses;
}

// Anchors are required with friction only.
void SlidingConstraint::commit() {
  if (edge_policy_ == EdgePolicy::fails) return;
  step_has_ended_ = true;
  const std::vector<PointPlace> places = currentPlaces();
  for (std::size_t p = 0; p < places.size(); ++p)
    if (!places[p].pair.isNone()) was_off_track_[p] = places[p].pose.is_off_track ? 1 : 0;
  if (rows_per_point_ == 1) return;
  std::vector<CommittedPlace> anchors;
  const double unknown = search_->moved();
  for (const PointPlace& place : places)
    anchors.push_back(
        {place.pair, place.pose.xi, !place.pose.is_off_track && place.pose.distance + unknown <= search_->reach()});
  committed_places_ = std::move(anchors);
}

}  // namespace tenon::constraint
