// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PointSprings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fem/plane.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

namespace {

constexpr int turn_a = 3, turn_b = 9;  // offsets in the velocities of both ends

std::string nameOf(const PointSprings::Data& data) {
  if (!data.second.object.empty()) return data.nameOf("point springs");
  return fmt::format("point springs on {}", data.first.name());
}

/// Returns the change of a moment r x f due to a rotation w of r: (w x r) x f = (r f^T - (r . f) 1)
/// w.
Mat3 turnArm(const Vec3& r, const Vec3& f) {
  return r * f.transpose() - r.dot(f) * Mat3::Identity();
}

}  // namespace

void PointSprings::declare(base::Parameters<Data>& p) {
  p.required("first", static_cast<fem::PairingEnd Data::*>(&Data::first), "",
             "end a: a rigid body, given as object and group, or nodes of a mesh, each with its own spring");
  p.optional("second", static_cast<fem::PairingEnd Data::*>(&Data::second), "",
             "end b: a rigid body, or nodes of a mesh; default: the ground, at `to`");
  p.optional("pairs", static_cast<fem::TagTuples<2> Data::*>(&Data::pairs), "",
             "instead of groups: pairs of body or node numbers of the first and the second object");
  p.optional("at", &Data::at, "length",
             "attachment point on a in the reference configuration; default: the body's centre, or the node");
  p.optional("to", &Data::to, "length",
             "attachment point on b in the reference configuration; default: the body's centre, or the node");
  p.required("stiffness", &Data::stiffness, "force/length", "stiffness k of every spring").nonNegative();
  p.optional("damping", &Data::damping, "force time/length",
             "damping coefficient c: ratio of the force to the rate of elongation")
      .nonNegative();
  p.optional("rest_length", &Data::rest_length, "length",
             "rest length l0 of every spring; default: the initial distance between its end points");
}

PointSprings::PointSprings(const Data& data, const fem::FindDomain& find)
    : name_(nameOf(data)), stiffness_(data.stiffness), damping_(data.damping) {
  objects_.push_back(&find(data.first.object));
  const bool has_second = !data.second.object.empty();
  if (has_second) objects_.push_back(&find(data.second.object));
  if (!has_second && !data.to.given)
    throw base::InputError(
        fmt::format("{}: a spring to the ground needs `to`, its attachment point on the ground.", name_));
  if (!has_second && !data.pairs.list.empty())
    throw base::InputError(fmt::format("{}: `pairs` requires the parameter `second`.", name_));
  for (const fem::OptionalPoint& point : {data.at, data.to})
    if (point.given) fem::requireInPlane(*objects_.front(), *point.given, name_);
  tuples_ = std::make_unique<fem::NodeTuples>(has_second ? data.find(find, name_)
                                                         : fem::singleNodes(*objects_.front(), data.first.group));
  const base::Communicator& comm = objects_.front()->mesh.comm();
  const bool any = comm.any(tuples_->size() > 0);
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The interaction '{}' contains no nodes.", name_));
    setPoints(data);
  });
}

void PointSprings::setPoints(const Data& data) {
  bool has_arms = false;
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    auto& points = points_.emplace_back();
    points[1] = data.to.given.value_or(Vec3::Zero());
    for (std::size_t side = 0; side < objects_.size(); ++side) {
      const auto& given = side == 0 ? data.at : data.to;
      const LocalIndex node = (*tuples_)[i][side];
      points[side] = given.given.value_or(la::NodeFrame::of(objects_[side]->state, node).reference);
      fem::requireAtNode(*objects_[side], node, points[side], name_);
      has_arms = has_arms || (objects_[side]->state.block() == 6 && given.given);
    }
    const double distance = (points[1] - points[0]).norm();
    rest_lengths_.push_back(data.rest_length.given.value_or(distance));
    if (!(distance > 0.0))
      throw base::InputError(fmt::format(
          "{}: both ends of a spring are at the same point, ({:.6g}, {:.6g}, {:.6g}), so the spring has no direction.",
          name_, points[0][0], points[0][1], points[0][2]));
  }
  is_symmetric_ = damping_ == 0.0 && !has_arms;
}

/// Kinematics of one end in the current configuration.
struct PointSprings::SpringEnd {
  Vec3 arm = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();  // velocity of the point
  Vec3 displacement = Vec3::Zero();                                       // displacement of the point
};

/// Kinematics and tension of one spring in the current configuration.
struct PointSprings::Spring {
  SpringEnd a, b;
  Vec3 n, w;  // direction of d, and its rate
  double length, elongation, stiffness, damping;

  double tension() const { return stiffness * elongation + damping * n.dot(w); }
  /// Returns the derivative of d with respect to the displacements and rotations of a and b.
  Slopes slopes() const {
    Slopes P;
    P << -Mat3::Identity(), la::skewMatrix(a.arm), Mat3::Identity(), -la::skewMatrix(b.arm);
    return P;
  }
  /// Returns the derivative of the force on a with respect to d.
  Mat3 byPosition() const {
    const Mat3 along = n * n.transpose();
    const double rate = n.dot(w);
    return stiffness * along + tension() / length * (Mat3::Identity() - along) +
           damping / length * n * (w - rate * n).transpose();
  }
  /// Returns the derivative of w with respect to the rotations of a and b, at fixed spins.
  Slopes rateByPosition() const {
    Slopes W = Slopes::Zero();
    W.middleCols<3>(turn_a) = la::skewMatrix(a.spin) * la::skewMatrix(a.arm);
    W.middleCols<3>(turn_b) = -la::skewMatrix(b.spin) * la::skewMatrix(b.arm);
    return W;
  }
};

PointSprings::SpringEnd PointSprings::endOf(std::size_t side, LocalIndex spring) const {
  if (side >= objects_.size()) return {};
  const la::State& state = objects_[side]->state;
  const LocalIndex node = (*tuples_)[spring][side];
  const la::NodeFrame frame = la::NodeFrame::of(state, node);
  const base::Vec6 v = la::expandToFrame(state, state.velocity(), node);
  const Vec3 arm = points_[static_cast<std::size_t>(spring)][side] - frame.reference;
  SpringEnd found;
  found.arm = frame.rotation * arm;
  found.displacement = frame.displacementAt(arm);
  found.spin = v.tail<3>();
  found.velocity = v.head<3>() + found.spin.cross(found.arm);
  return found;
}

PointSprings::Spring PointSprings::at(LocalIndex spring) const {
  Spring s;
  s.a = endOf(0, spring), s.b = endOf(1, spring);
  const auto& points = points_[static_cast<std::size_t>(spring)];
  const Vec3 D = points[1] - points[0], u = s.b.displacement - s.a.displacement, d = D + u;
  const double at_rest = D.norm();
  s.length = d.norm();
  s.n = s.length > 0.0 ? Vec3(d / s.length) : Vec3(Vec3::Zero());
  s.w = s.b.velocity - s.a.velocity;
  // l - |D| = (l^2 - |D|^2) / (l + |D|) avoids cancellation for small u.
  s.elongation = (2 * D + u).dot(u) / (s.length + at_rest) + at_rest - rest_lengths_[static_cast<std::size_t>(spring)];
  s.stiffness = stiffness_, s.damping = damping_;
  return s;
}

void PointSprings::addForce(la::ForceVector& f) const {
  std::vector<gsl::span<double>> on;
  for (const fem::Domain* object : objects_) on.push_back(f.on(object->state));
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    const Spring spring = at(i);
    const Vec3 force = spring.tension() * spring.n;
    for (std::size_t side = 0; side < objects_.size(); ++side) {
      const Vec3 here = side == 0 ? force : Vec3(-force);
      base::Vec6 six;
      six << here, (side == 0 ? spring.a : spring.b).arm.cross(here);
      const la::State& state = objects_[side]->state;
      auto entry = static_cast<std::size_t>((*tuples_)[i][side] * state.block());
      for (const int motion : la::frameComponentsOf(state)) on[side][entry++] += six[motion];
    }
  }
}

template <class BlockOf, class AccumulatorOf>
void PointSprings::addBlocks(BlockOf&& block_of, AccumulatorOf&& accumulator_of) const {
  std::vector<std::vector<Eigen::Index>> motions(objects_.size());
  for (std::size_t side = 0; side < objects_.size(); ++side)
    for (const int motion : la::frameComponentsOf(objects_[side]->state))
      motions[side].push_back(static_cast<Eigen::Index>(6 * side) + motion);
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    const PairMatrix block = block_of(i);
    for (std::size_t p = 0; p < objects_.size(); ++p)
      for (std::size_t q = 0; q < objects_.size(); ++q)
        accumulator_of(objects_[p]->state, objects_[q]->state)((*tuples_)[i][p], (*tuples_)[i][q]) +=
            block(motions[p], motions[q]);
  }
}

void PointSprings::addStiffness(la::StiffnessMatrix& K) const {
  addBlocks(
      [&](LocalIndex i) {
        const Spring spring = at(i);
        const Slopes P = spring.slopes();
        const Vec3 force = spring.tension() * spring.n;
        PairMatrix block = -P.transpose() * spring.byPosition() * P;
        block -= spring.damping * (P.transpose() * spring.n) * (spring.n.transpose() * spring.rateByPosition());
        block.block<3, 3>(turn_a, turn_a) += turnArm(spring.a.arm, force);
        block.block<3, 3>(turn_b, turn_b) -= turnArm(spring.b.arm, force);
        return block;
      },
      [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

// Adds the changes of the direction and of the arms, at the tension that u causes.
void PointSprings::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  addBlocks(
      [&](LocalIndex i) {
        const Spring spring = at(i);
        const Slopes P = spring.slopes();
        Eigen::Matrix<double, 12, 1> motions = Eigen::Matrix<double, 12, 1>::Zero();
        for (std::size_t side = 0; side < objects_.size(); ++side) {
          const la::State& state = objects_[side]->state;
          motions.segment<6>(static_cast<Eigen::Index>(6 * side)) =
              la::expandToFrame(state, u.of(state), (*tuples_)[i][side]);
        }
        const Vec3 force = spring.stiffness * spring.n.dot(P * motions) * spring.n;
        PairMatrix block =
            -P.transpose() *
            (force.dot(spring.n) / spring.length * (Mat3::Identity() - spring.n * spring.n.transpose())) * P;
        block.block<3, 3>(turn_a, turn_a) += turnArm(spring.a.arm, force);
        block.block<3, 3>(turn_b, turn_b) -= turnArm(spring.b.arm, force);
        return block;
      },
      [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

void PointSprings::addDamping(la::DampingMatrix& B) const {
  if (damping_ == 0.0) return;
  addBlocks(
      [&](LocalIndex i) -> PairMatrix {
        const Spring spring = at(i);
        const Eigen::Matrix<double, 12, 1> along = spring.slopes().transpose() * spring.n;
        return -spring.damping * along * along.transpose();
      },
      [&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); });
}

double PointSprings::energy() const {
  double sum = 0.0;
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    if (!tuples_->isOwned(i)) continue;
    const double elongation = at(i).elongation;
    sum += 0.5 * stiffness_ * elongation * elongation;
  }
  return sum;
}

}  // namespace tenon::force
