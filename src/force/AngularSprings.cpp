// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AngularSprings.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "inDimension.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tupleBlocks.hpp"

namespace tenon::force {
namespace {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

constexpr double nearly_straight = 1e-6;

/// Returns (theta - theta0) / sin theta and (sin theta - (theta - theta0) cos theta) / sin^3 theta.
/// If theta0 is 0 or pi, both are even functions of the angle phi measured from theta0.
std::pair<double, double> ratios(double theta, double rest) {
  const double delta = theta - rest, s = std::sin(theta);
  const bool at_pole = (rest == 0.0 || rest == M_PI) && std::abs(delta) < 0.02;
  if (at_pole) {
    const double x = delta * delta, sign = rest == 0.0 ? 1.0 : -1.0;
    return {sign * (1 + x / 6 + 7 * x * x / 360 + 31 * x * x * x / 15120), 1.0 / 3 + 2 * x / 15 + 2 * x * x / 63};
  }
  const double least = std::max(s, 1e-12);  // avoids NaN at a kink, where the direction is undefined
  return {delta / least, (s - delta * std::cos(theta)) / (least * least * least)};
}

}  // namespace

void AngularSprings::declare(base::Parameters<Data>& p) {
  p.required("objects", &Data::objects, "",
             "object of the nodes a, b and c, or a list of three objects, one for each node");
  p.required("triples", &Data::triples, "", "node numbers a, b, c of the mesh files; the angle is at b");
  p.required("stiffness", &Data::stiffness, "force length", "stiffness k: moment per radian").nonNegative();
  p.optional("rest_angle", &Data::rest_angle, "radians",
             "reference angle theta0 of every angle, 0 to pi; default: the angle in the mesh");
}

AngularSprings::AngularSprings(const Data& data, const fem::FindDomain& find)
    : name_(fmt::format("angular-springs on {}", fmt::join(data.objects, ", "))),
      objects_(fem::objectsOfTriples(data.objects, name_, find)),
      stiffness_(data.stiffness),
      triples_({objects_[0], objects_[1], objects_[2]}, fem::listedTuples<3>(objects_, data.triples, name_)) {
  measure(data.rest_angle);
}

void AngularSprings::measure(const fem::ReferenceValue& rest_angle) {
  base::runCollectively(objects_[0]->mesh.comm(), [&] {
    if (rest_angle.given.value_or(0.0) > M_PI + nearly_straight)
      throw base::InputError(
          fmt::format("{}: `rest_angle` must lie between 0 and pi, but is {}.", name_, *rest_angle.given));
    for (LocalIndex i = 0; i < triples_.size(); ++i) {
      const auto place = [&](std::size_t p) -> Vec3 {
        const la::State& state = objects_[p]->state;
        Vec3 x = Vec3::Zero();
        for (int c = 0; c < state.block(); ++c)
          x[c] = state.reference()[std::size_t(triples_[i][p] * state.block() + c)];
        return x;
      };
      const Vec3 u = place(0) - place(1), v = place(2) - place(1);
      if ((u.isZero(0.0) || v.isZero(0.0)) && triples_.isOwned(i))
        throw base::InputError(
            fmt::format("{}: an angle that contains node {} of '{}' has an arm of length 0, so the angle is undefined.",
                        name_, objects_[0]->mesh.nodeTags()[std::size_t(triples_[i][0])], objects_[0]->object));
      double rest = rest_angle.given.value_or(std::atan2(u.cross(v).norm(), u.dot(v)));
      if (rest < nearly_straight) rest = 0.0;
      if (rest > M_PI - nearly_straight) rest = M_PI;
      rest_angles_.push_back(rest);
    }
  });
}

Vec3 AngularSprings::arm(LocalIndex spring, std::size_t end) const {
  const LocalIndex* nodes = triples_[spring];
  const la::State &far = objects_[end]->state, &corner = objects_[1]->state;
  const int dim = corner.block();
  Vec3 d = Vec3::Zero();
  for (int c = 0; c < dim; ++c) {
    const auto i = static_cast<std::size_t>(nodes[end] * dim + c), j = static_cast<std::size_t>(nodes[1] * dim + c);
    d[c] = (far.reference()[i] - corner.reference()[j]) + (far.displacement()[i] - corner.displacement()[j]);
  }
  return d;
}

double AngularSprings::theta(LocalIndex spring) const {
  const Vec3 u = arm(spring, 0), v = arm(spring, 2);
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

AngularSprings::AngleDerivatives AngularSprings::angleDerivatives(LocalIndex spring) const {
  const double rest = rest_angles_[static_cast<std::size_t>(spring)];
  const auto [ratio, curvature] = ratios(theta(spring), rest);
  const Vec3 u = arm(spring, 0), v = arm(spring, 2);
  const double lu = u.norm(), lv = v.norm();
  const Vec3 e = u / lu, g = v / lv;
  const double c = e.dot(g);
  const Mat3 Pe = Mat3::Identity() - e * e.transpose(), Pg = Mat3::Identity() - g * g.transpose();
  const Vec3 ge = Pe * g, eg = Pg * e;
  AngleDerivatives a;
  a.slope = -stiffness_ * ratio;
  a.curvature = stiffness_ * curvature;
  a.by_u = ge / lu;
  a.by_v = eg / lv;
  a.by_uu = -(e * ge.transpose() + ge * e.transpose() + c * Pe) / (lu * lu);
  a.by_vv = -(g * eg.transpose() + eg * g.transpose() + c * Pg) / (lv * lv);
  a.by_uv = Pe * Pg / (lu * lv);
  return a;
}

void AngularSprings::addForce(la::ForceVector& f) const {
  const int dim = objects_[0]->state.block();
  std::array<double*, 3> on{};
  for (std::size_t p = 0; p < 3; ++p) on[p] = f.on(objects_[p]->state).data();
  for (LocalIndex i = 0; i < triples_.size(); ++i) {
    const AngleDerivatives a = angleDerivatives(i);
    const std::array<Vec3, 3> force{-a.slope * a.by_u, a.slope * (a.by_u + a.by_v), -a.slope * a.by_v};
    for (std::size_t p = 0; p < 3; ++p)
      for (int c = 0; c < dim; ++c) on[p][std::ptrdiff_t(triples_[i][p]) * dim + c] += force[p][c];
  }
}

/// Adds the blocks of -slope d2c - curvature dc dc^T for each angle with cosine c; factors(spring,
/// angle) returns slope and curvature.
template <class Factors>
void AngularSprings::addBlocks(la::StiffnessMatrix& K, Factors&& factors) const {
  inDimension(objects_[0]->state.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    addTuples<3, dim>(
        triples_, {&objects_[0]->state, &objects_[1]->state, &objects_[2]->state}, la::ElementSymmetry::symmetric,
        [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); },
        [&](LocalIndex i, TupleBlocks<3, dim>& blocks) {
          const AngleDerivatives a = angleDerivatives(i);
          const auto [slope, curvature] = factors(i, a);
          const Mat3 uu = -slope * a.by_uu - curvature * a.by_u * a.by_u.transpose();
          const Mat3 uv = -slope * a.by_uv - curvature * a.by_u * a.by_v.transpose();
          const Mat3 vv = -slope * a.by_vv - curvature * a.by_v * a.by_v.transpose();
          const Mat3 ub = -(uu + uv), bv = -(vv + uv), bb = -(ub + bv.transpose());
          const Mat3 all[3][3] = {{uu, ub, uv}, {ub.transpose(), bb, bv}, {uv.transpose(), bv.transpose(), vv}};
          for (std::size_t p = 0; p < 3; ++p)
            for (std::size_t q = 0; q < 3; ++q) blocks[p][q] = all[p][q].template topLeftCorner<dim, dim>();
        });
  });
}

void AngularSprings::addStiffness(la::StiffnessMatrix& K) const {
  addBlocks(K, [](LocalIndex, const AngleDerivatives& a) { return std::pair{a.slope, a.curvature}; });
}

// Adds the change of the moment caused by u, at fixed curvature.
void AngularSprings::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  const auto valueAt = [&](LocalIndex spring, std::size_t place) {
    const int dim = objects_[place]->state.block();
    const gsl::span<const double> values = u.of(objects_[place]->state);
    Vec3 value = Vec3::Zero();
    for (int c = 0; c < dim; ++c) value[c] = values[std::size_t(triples_[spring][place] * dim + c)];
    return value;
  };
  addBlocks(K, [&](LocalIndex i, const AngleDerivatives& a) {
    const Vec3 corner = valueAt(i, 1);
    const double change = a.by_u.dot(valueAt(i, 0) - corner) + a.by_v.dot(valueAt(i, 2) - corner);
    return std::pair{a.curvature * change, 0.0};
  });
}

double AngularSprings::energy() const {
  double sum = 0;
  for (LocalIndex i = 0; i < triples_.size(); ++i) {
    const double change = theta(i) - rest_angles_[static_cast<std::size_t>(i)];
    if (triples_.isOwned(i)) sum += 0.5 * stiffness_ * change * change;
  }
  return sum;
}

}  // namespace tenon::force
