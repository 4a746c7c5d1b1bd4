#include "tenon/constraint/Sliding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cmath>
#include <limits>

#include "FaceGap.hpp"
#include "TrackSearch.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/surface/footPoint.hpp"

namespace tenon::constraint {
namespace {

std::string nameOf(const std::string& type, const Sliding::Data& data) {
  return data.name.empty() ? fmt::format("{} {} on {}", type, data.points.name(), data.track.name()) : data.name;
}

}  // namespace

Sliding::Sliding(const std::string& type, const Data& data, int rows_per_point,
                 const std::vector<surface::SurfaceFace>& track, const fem::FindDomain& find, Leaving leaving)
    : name_(nameOf(type, data)),
      of_points_(find(data.points.object)),
      of_track_(find(data.track.object)),
      rows_per_point_(rows_per_point),
      is_smooth_(data.is_smooth),
      leaving_(leaving) {
  for (const LocalIndex node : fem::ownedNodes(of_points_, data.points.group)) points_.push_back({node, {}});
  double reach = data.reach;
  const base::Communicator& comm = of_points_.mesh.comm();
  if (reach == 0.0) {
    for (const surface::SurfaceFace& face : track) reach = std::max(reach, face.diameter);
    reach = comm.max(reach);
  }
  const bool any = comm.any(!points_.empty());
  base::collectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' acts on no node.", name_));
  });
  if (leaving_ == Leaving::opens) {
    search_ = std::make_unique<TrackSearch>(of_points_, of_track_, carrierNodes(), track, reach);
    if (data.is_self) search_->onItself(name_);
  }
  const surface::NearFaces near = search_ ? search_->find() : facesAtRest(track, reach);
  keepBulges(near);
  makePairs(tuplesOf(near));
  requireNear(reach, data.track.name());
}

Sliding::~Sliding() = default;

// What may leave may come, too.
void Sliding::requireNear(double reach, const std::string& track) const {
  const base::Communicator& comm = of_points_.mesh.comm();
  const auto is_near = [](const Point& point) { return !point.faces.empty(); };
  if (leaving_ == Leaving::opens) {
    if (!comm.any(std::any_of(points_.begin(), points_.end(), is_near)))
      base::log().info("{}: at the start no node is within {:.6g} (`reach`) of {}", name_, reach, track);
    return;
  }
  base::collectively(comm, [&] {
    for (const Point& point : points_)
      if (!is_near(point))
        throw base::InputError(fmt::format("{}: node {} is farther than {} from {}; a larger `reach` looks farther.",
                                           name_, of_points_.mesh.nodeTags()[static_cast<std::size_t>(point.node)],
                                           reach, track));
  });
}

std::vector<LocalIndex> Sliding::carrierNodes() const {
  std::vector<LocalIndex> nodes;
  for (const Point& point : points_) nodes.push_back(point.node);
  return nodes;
}

base::Vec3 Sliding::restOf(const fem::Domain& domain, LocalIndex node) {
  base::Vec3 x = base::Vec3::Zero();
  const int dim = domain.state.block();
  const double* rest = domain.state.rest().data() + static_cast<std::ptrdiff_t>(node) * dim;
  for (int c = 0; c < dim; ++c) x[c] = rest[c];
  return x;
}

// The difference first: motions keep their digits wherever the bodies are.
base::Vec3 Sliding::position(const fem::Domain& domain, LocalIndex node, const base::Vec3& origin) {
  base::Vec3 x = restOf(domain, node) - origin;
  const int dim = domain.state.block();
  const double* u = domain.state.displacement().data() + static_cast<std::ptrdiff_t>(node) * dim;
  for (int c = 0; c < dim; ++c) x[c] += u[c];
  return x;
}

surface::Face Sliding::straightFaceOf(const Pair& pair, const base::Vec3& origin, bool at_rest) const {
  const Pairs& pairs = pairs_[pair.kind];
  const LocalIndex* nodes = pairs.tuples[pair.tuple] + 1;
  surface::Face face{pairs.type, {}};
  for (int a = 0; a < mesh::info(pairs.type).num_nodes; ++a)
    face.nodes[static_cast<std::size_t>(a)] =
        at_rest ? base::Vec3(restOf(of_track_, nodes[a]) - origin) : position(of_track_, nodes[a], origin);
  return face;
}

surface::Face Sliding::faceOf(const Pair& pair, const base::Vec3& origin, bool at_rest) const {
  const surface::Face face = straightFaceOf(pair, origin, at_rest);
  return is_smooth_ ? surface::curved(face, pairs_[pair.kind].bulges[static_cast<std::size_t>(pair.tuple)]) : face;
}

surface::CurvedSlopes Sliding::slopesOf(const Pair& pair) const {
  return {straightFaceOf(pair, originOf(pair), false), pairs_[pair.kind].bulges[static_cast<std::size_t>(pair.tuple)],
          of_points_.state.block()};
}

base::Vec3 Sliding::originOf(const Pair& pair) const {
  return restOf(of_track_, pairs_[pair.kind].tuples[pair.tuple][1]);
}

surface::Face Sliding::presentFace(const Pair& pair, base::Vec3& point) const {
  const LocalIndex* nodes = pairs_[pair.kind].tuples[pair.tuple];
  const base::Vec3 origin = originOf(pair);
  point = position(of_points_, nodes[0], origin);
  return faceOf(pair, origin, false);
}

double Sliding::roundOffOf(const Pair& pair, const surface::Face& face) const {
  constexpr double round_off = 1e-9;  // in diameters
  const base::Vec3 origin = originOf(pair);
  return std::max(round_off * face.diameter(), fem::Box{origin, origin}.roundOff());
}

Sliding::Pose Sliding::poseOf(const Pair& pair) const {
  Pose pose{};
  pose.dimension = of_points_.state.block();
  pose.face = presentFace(pair, pose.point);
  pose.round_off = roundOffOf(pair, pose.face);
  if (pose.dimension == 3) {
    const LocalIndex* nodes = pairs_[pair.kind].tuples[pair.tuple];
    (restOf(of_track_, nodes[2]) - restOf(of_track_, nodes[1])).cwiseAbs().minCoeff(&pose.axis);
  }
  return pose;
}

Sliding::Place Sliding::nearestPlace(const Point& point) const {
  Place best{};
  if (point.faces.empty()) {
    best.pose.is_off = true;
    best.pose.distance = search_->reach();
    return best;
  }
  // Nodes are points of faces: what is farther than the nearest of them is not looked at closely.
  boost::container::small_vector<Seen, 32> seen;
  double at_most = std::numeric_limits<double>::infinity();
  for (const Pair& pair : point.faces) {
    Seen& one = seen.emplace_back();
    one.face = presentFace(pair, one.point);
    for (int a = 0; a < mesh::info(one.face.type).num_nodes; ++a)
      at_most = std::min(at_most, (one.face.nodes[static_cast<std::size_t>(a)] - one.point).squaredNorm());
  }
  at_most = std::sqrt(at_most);
  surface::FacePoint nearest;
  nearest.distance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const surface::Face& face = seen[i].face;
    const double round_off = roundOffOf(point.faces[i], face);
    if (face.box().distanceTo(seen[i].point) > at_most + round_off) continue;
    const surface::FacePoint closest = surface::closestPoint(face, seen[i].point);
    if (!(closest.distance < nearest.distance - round_off)) continue;  // of equally close faces the first one
    nearest = closest;
    best.pair = point.faces[i];
  }
  if (best.pair.isNone()) {  // places that are no numbers
    best.pose.is_off = true;
    best.pose.distance = nearest.distance;
    return best;
  }
  if (leaving_ == Leaving::opens && rows_per_point_ == 1)
    best.pair = firstInHollow(point, {seen.data(), seen.size()}, best.pair, nearest);
  best.pose = poseOf(best.pair);
  best.pose.xi = {nearest.xi[0], nearest.xi[1]};
  const auto foot = surface::footPoint(best.pose.face, best.pose.point, best.pose.xi);
  if (foot && !(leaving_ == Leaving::opens && isBeside(best.pose, *foot, nearest)))
    best.pose.xi = *foot;
  else
    best.pose.is_off = true;
  best.pose.distance = nearest.distance;
  return best;
}

bool Sliding::shareANode(const Pair& one, const Pair& other) const {
  const auto nodesOf = [&](const Pair& pair) {
    const Pairs& pairs = pairs_[pair.kind];
    return gsl::span<const LocalIndex>(pairs.tuples[pair.tuple] + 1,
                                       static_cast<std::size_t>(mesh::info(pairs.type).num_nodes));
  };
  const auto nodes = nodesOf(one), others = nodesOf(other);
  return std::find_first_of(nodes.begin(), nodes.end(), others.begin(), others.end()) != nodes.end();
}

// Where a track is bent inwards at an edge, as by what presses there, each of the two faces pushes a point over to the
// other one, and neither is the nearest of what it pushes out. The first of them keeps it for a little beyond its edge,
// where the continued face is inside of the other one. Friction holds points where they are.
Sliding::Pair Sliding::firstInHollow(const Point& point, gsl::span<const Seen> seen, const Pair& best,
                                     surface::FacePoint& nearest) const {
  constexpr double beyond = 0.2, on_the_edge = 1e-12;  // in reference coordinates: 0.2 is a tenth of a face
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Pair& pair = point.faces[i];
    if (pair == best) break;
    const double farthest = nearest.distance + beyond * seen[i].face.diameter();
    if (seen[i].face.box().distanceTo(seen[i].point) > farthest || !shareANode(pair, best)) continue;
    const surface::FacePoint closest = surface::closestPoint(seen[i].face, seen[i].point);
    if (closest.distance > farthest) continue;
    const base::Vec2 inside{closest.xi[0], closest.xi[1]};
    const auto foot = surface::footPoint(seen[i].face, seen[i].point, inside);
    if (!foot || (*foot - inside).norm() > beyond || (*foot - inside).isZero(on_the_edge)) continue;
    const FaceGap gap(seen[i].point, seen[i].face, *foot, of_points_.state.block());
    const base::Vec3 shift = originOf(best) - originOf(pair);
    if (gap.normal.dot(nearest.position + shift - gap.at.x) < -roundOffOf(pair, seen[i].face))
      continue;  // bent outwards
    nearest = {{(*foot)[0], (*foot)[1]}, gap.at.x, gap.gap.norm()};
    return pair;
  }
  return best;
}

// Beyond the edge of a face by more than the edges of a convex surface make of a gap, where the next face is as near.
bool Sliding::isBeside(const Pose& pose, const base::Vec2& foot, const surface::FacePoint& nearest) {
  constexpr double edge = 1e-3;  // in diameters
  const base::Vec3 at = pose.face.at(foot);
  return (at - nearest.position).norm() > (pose.point - at).norm() + edge * pose.face.diameter();
}

// The point of the track that was under this one, and the track's normal there. A point without a face follows none.
void Sliding::follow(const Anchor& anchor, const Place& place, Pose& pose) const {
  if (anchor.pair.isNone() || place.pair.isNone()) return;
  pose.stuck = faceOf(anchor.pair, originOf(place.pair), false).at(anchor.xi);
  const surface::FaceGeometry rest(faceOf(anchor.pair, originOf(anchor.pair), true), anchor.xi);
  pose.normal_then = rest.areaVector().normalized();
}

std::vector<Sliding::Place> Sliding::presentPlaces() const {
  std::vector<Place> places;
  base::collectively(of_points_.mesh.comm(), [&] {
    for (const Point& point : points_) {
      Place place = nearestPlace(point);
      if (place.pose.is_off && leaving_ == Leaving::fails)
        throw base::NotConvergedError(fmt::format(
            "{}: node {} has left the faces that it may come to, or has no foot on them. A larger `reach` lets it go "
            "farther, more load steps let it go more slowly.",
            name_, of_points_.mesh.nodeTags()[static_cast<std::size_t>(point.node)]));
      if (!anchors_.empty()) follow(anchors_[places.size()], place, place.pose);
      places.push_back(place);
    }
  });
  return places;
}

std::vector<Sliding::Pose> Sliding::presentPoses() const {
  std::vector<Pose> poses;
  for (const Place& place : presentPlaces()) poses.push_back(place.pose);
  return poses;
}

// Only friction asks where things were.
void Sliding::commit() {
  if (leaving_ == Leaving::fails || rows_per_point_ == 1) return;
  std::vector<Anchor> anchors;
  const double unknown = search_->moved();
  for (const Place& place : presentPlaces())
    anchors.push_back(
        {place.pair, place.pose.xi, !place.pose.is_off && place.pose.distance + unknown <= search_->reach()});
  anchors_ = std::move(anchors);
}

}  // namespace tenon::constraint
