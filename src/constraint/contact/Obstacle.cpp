// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Obstacle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "PositiveFunctions.hpp"
#include "constraint/nodesOf.hpp"
#include "contact/geometry/InitialOverlap.hpp"
#include "contact/law/Tangents.hpp"
#include "fem/plane.hpp"
#include "tenon/base/History.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::constraint {
namespace {

/// Numbering of nodes in the order of first use.
class Numbering {
 public:
  std::size_t operator()(LocalIndex node) {
    const auto [found, is_new] = numbers_.emplace(node, nodes_.size());
    if (is_new) nodes_.push_back(node);
    return found->second;
  }
  const std::vector<LocalIndex>& nodes() const { return nodes_; }

 private:
  std::map<LocalIndex, std::size_t> numbers_;
  std::vector<LocalIndex> nodes_;
};

}  // namespace

std::string Obstacle::nameOf(const std::string& kind, const Data& data) {
  return data.name.empty() ? fmt::format("{} under {}", kind, data.slave.name()) : data.name;
}

Obstacle::Obstacle(PlacedObstacle obstacle, const Data& data, const fem::FindDomain& find)
    : obstacle_(std::move(obstacle)),
      name_(nameOf(obstacle_.kind, data)),
      data_(data),
      domain_(find(data.slave.object)),
      block_(data.rowsPerPoint(domain_.state.block())),
      nodes_(nodesOf(domain_, data.slave.group, name_)) {
  static_cast<ConstraintSettings&>(*this) = data.settings();
  fem::requireInPlane(domain_, data_.move, name_ + ": displacement");
  if (domain_.dimension() == 2) obstacle_.origin[2] = 0.0;
  begin();
}

Obstacle::~Obstacle() = default;

void Obstacle::findRows(const PositiveFunctions& functions) {
  Numbering number;
  const auto rowOf = [&](LocalIndex node) {
    ObstacleRow row{node, {}};
    for (const PositiveFunctions::Term& term : functions.termsOf(node))
      row.terms.push_back({number(term.node), term.weight});
    return row;
  };
  for (const LocalIndex node : nodes_) {
    rows_.push_back(rowOf(node));
    areas_.push_back(functions.areas()[static_cast<std::size_t>(node)]);
  }
  const LocalIndex num_owned = domain_.mesh.layout().numOwned();
  const auto isOwned = [&](const PositiveFunctions::Term& term) { return term.node < num_owned; };
  for (const LocalIndex node : functions.combined()) {
    const std::vector<PositiveFunctions::Term> terms = functions.termsOf(node);
    if (node >= num_owned && std::any_of(terms.begin(), terms.end(), isOwned)) far_rows_.push_back(rowOf(node));
  }
  points_ = number.nodes();
  forces_.assign(rows_.size() + far_rows_.size(), 0.0);
  if (domain_.mesh.comm().any(!far_rows_.empty())) halo_ = std::make_unique<la::Halo>(domain_.mesh.layout());
}

contact::SignedDistance Obstacle::nearest(const base::Vec3& x) const {
  const base::Mat3& R = obstacle_.rotation;
  contact::SignedDistance at = contact::signedDistance(obstacle_.shape, R.transpose() * x);
  at.normal = R * at.normal;
  at.curvature = R * at.curvature * R.transpose();
  if (obstacle_.is_hollow) at = {-at.distance, -at.normal, -at.curvature};
  return at;
}

void Obstacle::begin() {
  constexpr double steepest = -0.5;  // cosine: at most 60 degrees between the face and the obstacle
  const auto looks = [&](const base::Vec3& middle, const base::Vec3& normal) {
    return nearest(middle - obstacle_.origin).normal.dot(normal) < steepest;
  };
  findRows(PositiveFunctions(domain_.mesh, domain_.mesh.group(data_.slave.group), looks));
  setTime(0.0);
  commit();
  contact::InitialOverlap inside;
  const double round_off = 1e-12 * obstacle_.origin.norm();
  for (const ObstacleRow& row : rows_) {
    const base::Vec3& x = previous_positions_[row.terms[0].point];
    if (const double depth = -nearest(x).distance; depth > round_off + 1e-9 * x.norm())
      inside.addNode(depth, domain_.mesh.nodeTags()[static_cast<std::size_t>(row.node)]);
  }
  inside.warn(domain_.mesh.comm(), name_);
}

void Obstacle::setTime(double time) {
  moved_ = data_.history(time) * data_.move;
  speed_ = base::leftDerivative(data_.history, time) * data_.move;
}

// The reference position is taken relative to the origin before the displacement is added, so that
// round-off does not depend on the location of the bodies.
base::Vec3 Obstacle::positionOf(LocalIndex node) const {
  const int dim = domain_.state.block();
  base::Vec3 x = -obstacle_.origin;
  for (int c = 0; c < dim; ++c) x[c] += domain_.state.reference()[static_cast<std::size_t>(node * dim + c)];
  for (int c = 0; c < dim; ++c) x[c] += domain_.state.displacement()[static_cast<std::size_t>(node * dim + c)];
  return x - moved_;
}

std::vector<Obstacle::CurrentPoint> Obstacle::presentPoints() const {
  std::vector<CurrentPoint> points;
  for (const LocalIndex node : points_) {
    const base::Vec3 x = positionOf(node);
    points.push_back({x, nearest(x)});
  }
  return points;
}

void Obstacle::commit() {
  previous_positions_.clear(), previous_normals_.clear();
  for (const CurrentPoint& point : presentPoints()) {
    previous_positions_.push_back(point.x);
    previous_normals_.push_back(point.at.normal);
  }
}

std::any Obstacle::stepMemory() const {
  return std::pair(previous_positions_, previous_normals_);
}

void Obstacle::restoreStepMemory(const std::any& memory) {
  std::tie(previous_positions_, previous_normals_) =
      std::any_cast<const std::pair<std::vector<base::Vec3>, std::vector<base::Vec3>>&>(memory);
}

void Obstacle::addResidual(gsl::span<double> phi) const {
  const std::vector<CurrentPoint> points = presentPoints();
  std::size_t row = 0;
  for (const ObstacleRow& one : rows_) {
    double distance = 0.0;
    base::Vec3 slip = base::Vec3::Zero();
    for (const ObstacleTerm& term : one.terms) {
      distance += term.weight * points[term.point].at.distance;
      slip += term.weight * (points[term.point].x - previous_positions_[term.point]);
    }
    phi[row++] += distance;
    const std::size_t own = one.terms[0].point;
    const contact::Tangents t(points[own].at.normal, previous_normals_[own], domain_.state.block());
    for (int i = 1; i < block_; ++i) phi[row++] += t[i - 1].dot(slip);
  }
}

void Obstacle::addRate(gsl::span<double> rate) const {
  const std::vector<CurrentPoint> points = presentPoints();
  std::size_t row = 0;
  for (const ObstacleRow& one : rows_) {  // the weights of slips sum to 1
    for (const ObstacleTerm& term : one.terms) rate[row] -= term.weight * points[term.point].at.normal.dot(speed_);
    ++row;
    const std::size_t own = one.terms[0].point;
    const contact::Tangents t(points[own].at.normal, previous_normals_[own], domain_.state.block());
    for (int i = 1; i < block_; ++i) rate[row++] -= t[i - 1].dot(speed_);
  }
}

void Obstacle::addJacobian(JacobianRows& G) const {
  const std::vector<CurrentPoint> points = presentPoints();
  LocalIndex row = 0;
  for (const ObstacleRow& one : rows_) {
    const std::size_t own = one.terms[0].point;
    const contact::Tangents t(points[own].at.normal, previous_normals_[own], domain_.state.block());
    for (int i = 0; i < block_; ++i, ++row)
      for (const ObstacleTerm& term : one.terms) {
        const base::GlobalIndex node = domain_.state.layout().global(points_[term.point]);
        const base::Vec3 direction = term.weight * (i == 0 ? points[term.point].at.normal : t[i - 1]);
        for (int c = 0; c < domain_.state.block(); ++c) G.add(row, domain_.state, node, c, direction[c]);
      }
  }
}

void Obstacle::setMultipliers(gsl::span<const double> lambda) {
  for (std::size_t k = 0; k < rows_.size(); ++k) forces_[k] = lambda[k * static_cast<std::size_t>(block_)];
  if (!halo_) return;
  std::vector<double> all(static_cast<std::size_t>(domain_.mesh.layout().numLocal()), 0.0);
  for (std::size_t k = 0; k < rows_.size(); ++k) all[static_cast<std::size_t>(rows_[k].node)] = forces_[k];
  halo_->updateGhosts<double>(all, 1);
  for (std::size_t k = 0; k < far_rows_.size(); ++k)
    forces_[rows_.size() + k] = all[static_cast<std::size_t>(far_rows_[k].node)];
}

void Obstacle::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const int dim = domain_.state.block();
  const std::vector<CurrentPoint> points = presentPoints();
  const LocalIndex num_owned = domain_.mesh.layout().numOwned();
  auto blocks = K.forceOn(domain_.state).byPositionOf(domain_.state);
  for (std::size_t k = 0; k < forces_.size(); ++k)
    for (const ObstacleTerm& term : (k < rows_.size() ? rows_[k] : far_rows_[k - rows_.size()]).terms) {
      const LocalIndex node = points_[term.point];
      if (node < num_owned)
        blocks(node, node) += forces_[k] * term.weight * points[term.point].at.curvature.topLeftCorner(dim, dim);
    }
}

}  // namespace tenon::constraint
