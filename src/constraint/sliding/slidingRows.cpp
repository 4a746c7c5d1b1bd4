// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Rows of points on faces and their derivatives: members of Sliding.
#include <algorithm>

#include "SlidingConstraint.hpp"
#include "surface/footPoint.hpp"

namespace tenon::constraint {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Returns the derivatives of the degrees of freedom of a point and its curved face with respect to
/// those of the point and the straight face, from those of the face.
Eigen::MatrixXd withPoint(const Eigen::MatrixXd& of_face, int dim) {
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(dim + of_face.rows(), dim + of_face.cols());
  both.topLeftCorner(dim, dim).setIdentity();
  both.bottomRightCorner(of_face.rows(), of_face.cols()) = of_face;
  return both;
}

}  // namespace

// A point without an opposite face does not contribute its gap. If the row's own node has none, the
// row is the distance of that node alone.
std::vector<double> SlidingConstraint::weightsAt(const std::vector<PointPlace>& places) const {
  std::vector<double> weights;
  for (const Point& point : points_) weights.push_back(point.weight);
  for (const PointRow& row : rows_) {
    double& own = weights[row.first];
    const bool is_off_track = places[row.first].pose.is_off_track;
    for (std::size_t p = row.first + 1; p < row.after; ++p) {
      if (!is_off_track && !places[p].pose.is_off_track) continue;
      own += weights[p];
      weights[p] = 0.0;
    }
  }
  return weights;
}

void SlidingConstraint::addResidual(gsl::span<double> phi) const {
  std::vector<PointPlace> places = currentPlaces();
  const std::vector<double> weights = weightsAt(places);
  std::vector<double> of_point(static_cast<std::size_t>(rows_per_point_));
  std::size_t first = 0;
  for (const PointRow& row : rows_) {
    for (std::size_t p = row.first; p < row.after; ++p) {
      if (weights[p] == 0.0) continue;
      if (p != row.first) places[p].pose.of_row = &places[row.first].pose;
      evaluate(places[p].pose, of_point.data());
      for (std::size_t r = 0; r < of_point.size(); ++r) phi[first + r] += weights[p] * of_point[r];
    }
    first += of_point.size();
  }
}

// Rows keep the entries of the faces that their point was on last. In Newton's method points
// alternate between a few faces, and after every change of the sparsity pattern of G everything
// that depends on it has to be set up again.
void SlidingConstraint::updateRowFaces(std::size_t point, const PairIndex& pair) const {
  constexpr std::size_t most = 4;
  auto& in_rows = in_rows_[point];
  if (pair.isNone() || std::find(in_rows.begin(), in_rows.end(), pair) != in_rows.end()) return;
  if (in_rows.size() == most) in_rows.erase(in_rows.begin());
  in_rows.push_back(pair);
}

std::vector<double> SlidingConstraint::slopesAt(const PointPlace& place) const {
  std::vector<double> slopes(static_cast<std::size_t>(rows_per_point_ * place.pose.numUnknowns()), 0.0);
  if (!place.pose.is_off_track) differentiate(place.pose, slopes.data());
  return is_smooth_ ? toStraightFace(place.pair, slopes) : slopes;
}

void SlidingConstraint::addRows(LocalIndex row, const PairIndex& pair, const double* slopes, double weight,
                                JacobianRows& G) const {
  const LocalIndex* nodes = nodesAt(pair);
  for (int r = 0; r < rows_per_point_; ++r, ++row)
    for (int a = 0; a < 1 + mesh::info(pairs_[pair.kind].type).num_nodes; ++a)
      for (int c = 0; c < of_points_.state.block(); ++c) {
        const la::State& state = a == 0 ? of_points_.state : of_track_.state;
        G.add(row, state, state.layout().global(nodes[a]), c, slopes != nullptr ? weight * *slopes++ : 0.0);
      }
}

void SlidingConstraint::addJacobian(JacobianRows& G) const {
  std::vector<PointPlace> places = currentPlaces();
  const std::vector<double> weights = weightsAt(places);
  LocalIndex first = 0;
  for (const PointRow& row : rows_) {
    for (std::size_t p = row.first; p < row.after; ++p) {
      PointPlace& place = places[p];
      updateRowFaces(p, place.pair);
      recordFace(p, place);
      if (p != row.first) place.pose.of_row = &places[row.first].pose;
      std::vector<double> slopes;
      if (!place.pair.isNone()) slopes = slopesAt(place);
      for (const PairIndex& pair : in_rows_[p])
        addRows(first, pair, pair == place.pair ? slopes.data() : nullptr, weights[p], G);
    }
    first += rows_per_point_;
  }
}

std::vector<double> SlidingConstraint::toStraightFace(const PairIndex& pair, const std::vector<double>& slopes) const {
  const Eigen::MatrixXd motion = withPoint(slopesOf(pair).first(), of_points_.state.block());
  std::vector<double> result(static_cast<std::size_t>(rows_per_point_ * motion.cols()));
  Eigen::Map<Rows>(result.data(), rows_per_point_, motion.cols()) =
      Eigen::Map<const Rows>(slopes.data(), rows_per_point_, motion.rows()) * motion;
  return result;
}

// Pairs of a point and its current face receive the multipliers of the row, all other pairs 0.
void SlidingConstraint::setMultipliers(gsl::span<const double> lambda) {
  const auto rows = static_cast<std::size_t>(rows_per_point_);
  std::vector<std::vector<double>> of_owned;  // [kind] owned tuples in their order
  std::vector<std::vector<std::ptrdiff_t>> number;
  for (const PairsOfType& pairs : pairs_) {
    std::ptrdiff_t owned = 0;
    auto& numbers = number.emplace_back();
    for (LocalIndex tuple = 0; tuple < pairs.tuples.size(); ++tuple)
      numbers.push_back(pairs.tuples.isOwned(tuple) ? owned++ : -1);
    of_owned.emplace_back(static_cast<std::size_t>(owned) * rows, 0.0);
  }
  const std::vector<PointPlace> places = currentPlaces();
  const std::vector<double> weights = weightsAt(places);
  auto of_row = lambda.begin();
  for (const PointRow& row : rows_) {
    for (std::size_t p = row.first; p < row.after; ++p) {
      const PairIndex& pair = places[p].pair;
      if (pair.isNone()) continue;
      const std::ptrdiff_t tuple = number[pair.kind][static_cast<std::size_t>(pair.tuple)];
      std::transform(of_row, of_row + rows_per_point_,
                     of_owned[pair.kind].begin() + tuple * static_cast<std::ptrdiff_t>(rows),
                     [&](double one) { return weights[p] * one; });
    }
    of_row += rows_per_point_;
  }
  for (std::size_t kind = 0; kind < pairs_.size(); ++kind)
    pairs_[kind].multipliers = pairs_[kind].tuples.valuesFromOwners(of_owned[kind], rows_per_point_);
}

// Returns d2(lambda . phi) with respect to the degrees of freedom of the pair. On a smooth track
// the curved face depends on the straight one.
Eigen::MatrixXd SlidingConstraint::curvatureOf(const PairIndex& pair, const double* lambda) const {
  PointFacePose pose = poseOf(pair);
  const surface::FacePoint closest = surface::closestPoint(pose.face, pose.point);
  pose.xi = surface::footPoint(pose.face, pose.point, {closest.xi[0], closest.xi[1]}).value_or(base::Vec2::Zero());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(pose.numUnknowns(), pose.numUnknowns());
  differentiateTwice(pose, lambda, H.data());
  if (!is_smooth_) return H;
  Rows G = Rows::Zero(rows_per_point_, pose.numUnknowns());
  differentiate(pose, G.data());
  const Eigen::VectorXd force = G.transpose() * Eigen::Map<const Eigen::VectorXd>(lambda, rows_per_point_);
  const surface::CurvedFaceDerivatives slopes = slopesOf(pair);
  const Eigen::MatrixXd motion = withPoint(slopes.first(), pose.dimension);
  Eigen::MatrixXd of_pair = motion.transpose() * H * motion;
  const Eigen::MatrixXd of_face = slopes.second(force.tail(force.size() - pose.dimension));
  of_pair.bottomRightCorner(of_face.rows(), of_face.cols()) += of_face;
  return of_pair;
}

// Zero blocks of the other candidate pairs retain the sparsity pattern of the matrix.
void SlidingConstraint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const int dim = of_points_.state.block();
  for (std::size_t kind = 0; kind < pairs_.size(); ++kind) {
    const PairsOfType& pairs = pairs_[kind];
    const int num_nodes = 1 + mesh::info(pairs.type).num_nodes;
    for (LocalIndex tuple = 0; tuple < pairs.tuples.size(); ++tuple) {
      const double* lambda = pairs.multipliers.data() + static_cast<std::size_t>(tuple * rows_per_point_);
      const bool holds = std::any_of(lambda, lambda + rows_per_point_, [](double one) { return one != 0.0; });
      const Eigen::MatrixXd H =
          holds ? curvatureOf({kind, tuple}, lambda) : Eigen::MatrixXd::Zero(dim * num_nodes, dim * num_nodes);
      const LocalIndex* nodes = nodesAt({kind, tuple});
      const auto stateOf = [&](int a) -> const la::State& { return a == 0 ? of_points_.state : of_track_.state; };
      for (int a = 0; a < num_nodes; ++a)
        for (int b = 0; b < num_nodes; ++b)
          K.forceOn(stateOf(a)).byPositionOf(stateOf(b))(nodes[a], nodes[b]) += H.block(a * dim, b * dim, dim, dim);
    }
  }
}

}  // namespace tenon::constraint
