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

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// d(unknowns of a point and its curved face)/d(those of the point and the straight face), from that of the faces.
Eigen::MatrixXd withPoint(const Eigen::MatrixXd& of_face, int dim) {
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(dim + of_face.rows(), dim + of_face.cols());
  both.topLeftCorner(dim, dim).setIdentity();
  both.bottomRightCorner(of_face.rows(), of_face.cols()) = of_face;
  return both;
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

void Sliding::addViolation(gsl::span<double> phi) const {
  std::vector<double> rows(static_cast<std::size_t>(rows_per_point_));
  std::size_t next = 0;
  for (const Place& place : presentPlaces()) {
    evaluate(place.pose, rows.data());
    for (const double row : rows) phi[next++] += row;
  }
}

// Rows keep the places of the faces that their point was on last: in Newton's method points go to and fro between a
// few, and with each other pattern of G all that is made of it would be made anew.
void Sliding::keepInRows(std::size_t point, const Pair& pair) const {
  constexpr std::size_t most = 4;
  auto& in_rows = in_rows_[point];
  if (pair.isNone() || std::find(in_rows.begin(), in_rows.end(), pair) != in_rows.end()) return;
  if (in_rows.size() == most) in_rows.erase(in_rows.begin());
  in_rows.push_back(pair);
}

std::vector<double> Sliding::slopesAt(const Place& place) const {
  std::vector<double> slopes(static_cast<std::size_t>(rows_per_point_ * place.pose.numUnknowns()), 0.0);
  if (!place.pose.is_off) differentiate(place.pose, slopes.data());
  return is_smooth_ ? byStraightFace(place.pair, slopes) : slopes;
}

void Sliding::addRows(LocalIndex row, const Pair& pair, const double* slopes, JacobianRows& G) const {
  const Pairs& pairs = pairs_[pair.kind];
  const LocalIndex* nodes = pairs.tuples[pair.tuple];
  for (int r = 0; r < rows_per_point_; ++r, ++row)
    for (int a = 0; a < 1 + mesh::info(pairs.type).num_nodes; ++a)
      for (int c = 0; c < of_points_.state.block(); ++c) {
        const la::State& state = a == 0 ? of_points_.state : of_track_.state;
        G.add(row, state, state.layout().global(nodes[a]), c, slopes != nullptr ? *slopes++ : 0.0);
      }
}

void Sliding::addJacobian(JacobianRows& G) const {
  LocalIndex row = 0;
  std::size_t point = 0;
  for (const Place& place : presentPlaces()) {
    keepInRows(point, place.pair);
    std::vector<double> slopes;
    if (!place.pair.isNone()) slopes = slopesAt(place);
    for (const Pair& pair : in_rows_[point++]) addRows(row, pair, pair == place.pair ? slopes.data() : nullptr, G);
    row += rows_per_point_;
  }
}

std::vector<double> Sliding::byStraightFace(const Pair& pair, const std::vector<double>& slopes) const {
  const Eigen::MatrixXd motion = withPoint(slopesOf(pair).first(), of_points_.state.block());
  std::vector<double> result(static_cast<std::size_t>(rows_per_point_ * motion.cols()));
  Eigen::Map<Rows>(result.data(), rows_per_point_, motion.cols()) =
      Eigen::Map<const Rows>(slopes.data(), rows_per_point_, motion.rows()) * motion;
  return result;
}

// Multipliers of the pairs that hold; 0 of those that might.
void Sliding::setMultipliers(gsl::span<const double> lambda) {
  const auto rows = static_cast<std::size_t>(rows_per_point_);
  std::vector<std::vector<double>> of_owned;  // by kind, owned tuples in their order
  std::vector<std::vector<std::ptrdiff_t>> number;
  for (const Pairs& pairs : pairs_) {
    std::ptrdiff_t owned = 0;
    auto& numbers = number.emplace_back();
    for (LocalIndex tuple = 0; tuple < pairs.tuples.size(); ++tuple)
      numbers.push_back(pairs.tuples.isOwned(tuple) ? owned++ : -1);
    of_owned.emplace_back(static_cast<std::size_t>(owned) * rows, 0.0);
  }
  std::size_t next = 0;
  for (const Place& place : presentPlaces()) {
    const auto of_point = lambda.begin() + static_cast<std::ptrdiff_t>(next);
    next += rows;
    if (place.pair.isNone()) continue;
    const std::ptrdiff_t tuple = number[place.pair.kind][static_cast<std::size_t>(place.pair.tuple)];
    std::copy_n(of_point, rows, of_owned[place.pair.kind].begin() + tuple * static_cast<std::ptrdiff_t>(rows));
  }
  for (std::size_t kind = 0; kind < pairs_.size(); ++kind)
    pairs_[kind].multipliers = pairs_[kind].tuples.fromOwners(of_owned[kind], rows_per_point_);
}

// d2(lambda . phi) by the unknowns of the pair: of a smooth track the curved face moves with the straight one.
Eigen::MatrixXd Sliding::curvatureOf(const Pair& pair, const double* lambda) const {
  Pose pose = poseOf(pair);
  const surface::FacePoint closest = surface::closestPoint(pose.face, pose.point);
  pose.xi = surface::footPoint(pose.face, pose.point, {closest.xi[0], closest.xi[1]}).value_or(base::Vec2::Zero());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(pose.numUnknowns(), pose.numUnknowns());
  differentiateTwice(pose, lambda, H.data());
  if (!is_smooth_) return H;
  Rows G = Rows::Zero(rows_per_point_, pose.numUnknowns());
  differentiate(pose, G.data());
  const Eigen::VectorXd force = G.transpose() * Eigen::Map<const Eigen::VectorXd>(lambda, rows_per_point_);
  const surface::CurvedSlopes slopes = slopesOf(pair);
  const Eigen::MatrixXd motion = withPoint(slopes.first(), pose.dimension);
  Eigen::MatrixXd of_pair = motion.transpose() * H * motion;
  const Eigen::MatrixXd of_face = slopes.second(force.tail(force.size() - pose.dimension));
  of_pair.bottomRightCorner(of_face.rows(), of_face.cols()) += of_face;
  return of_pair;
}

// Zero blocks of pairs that might hold keep the pattern of the matrix.
void Sliding::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const int dim = of_points_.state.block();
  for (std::size_t kind = 0; kind < pairs_.size(); ++kind) {
    const Pairs& pairs = pairs_[kind];
    const int num_nodes = 1 + mesh::info(pairs.type).num_nodes;
    for (LocalIndex tuple = 0; tuple < pairs.tuples.size(); ++tuple) {
      const double* lambda = pairs.multipliers.data() + static_cast<std::size_t>(tuple * rows_per_point_);
      const bool holds = std::any_of(lambda, lambda + rows_per_point_, [](double one) { return one != 0.0; });
      const Eigen::MatrixXd H =
          holds ? curvatureOf({kind, tuple}, lambda) : Eigen::MatrixXd::Zero(dim * num_nodes, dim * num_nodes);
      const LocalIndex* nodes = pairs.tuples[tuple];
      const auto stateOf = [&](int a) -> const la::State& { return a == 0 ? of_points_.state : of_track_.state; };
      for (int a = 0; a < num_nodes; ++a)
        for (int b = 0; b < num_nodes; ++b)
          K.forceOn(stateOf(a)).byPositionOf(stateOf(b))(nodes[a], nodes[b]) += H.block(a * dim, b * dim, dim, dim);
    }
  }
}

}  // namespace tenon::constraint
