// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Bushing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "bushingRotation.hpp"
#include "fem/plane.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat3;
using base::Mat6;
using base::Vec3;
using base::Vec6;
using la::skewMatrix;

namespace {

constexpr Eigen::Index ua = 0, wa = 3, ub = 6, wb = 9;  // offsets in the displacements of both sides
constexpr std::array<int, 3> in_plane{0, 1, 5};         // components in the plane

std::string nameOf(const Bushing::Data& data) {
  if (data.second.object.empty()) return fmt::format("bushing on {}", data.first.name());
  if (data.first.object.empty()) return fmt::format("bushing on {}", data.second.name());
  return data.nameOf("bushing");
}

bool rotates(const fem::Domain* domain) {
  return domain != nullptr && domain->state.kind() == la::NodeKind::frames;
}

/// Returns the components for a given number of values: all six, or those of the plane.
std::vector<int> componentsOf(std::size_t size) {
  if (size == 3) return {in_plane.begin(), in_plane.end()};
  return {0, 1, 2, 3, 4, 5};
}

Vec3 unit(const Vec3& vector, const char* key, const std::string& context) {
  const double length = vector.norm();
  if (!(length > 0.0) || !std::isfinite(length))
    throw base::InputError(fmt::format("{}: `{}` must be a finite vector that is not zero.", context, key));
  return vector / length;
}

}  // namespace

void Bushing::declare(base::Parameters<Data>& p) {
  p.optional("first", static_cast<fem::PairingEnd Data::*>(&Data::first), "",
             "side a: a rigid body, given as object and group, or nodes of a mesh; default: the ground");
  p.optional("second", static_cast<fem::PairingEnd Data::*>(&Data::second), "",
             "side b: a rigid body, given as object and group, or nodes of a mesh; default: the ground");
  p.optional("pairs", static_cast<fem::TagTuples<2> Data::*>(&Data::pairs), "",
             "instead of groups: pairs of body or node numbers of the first and the second object");
  p.optional(
      "at", &Data::at, "length",
      "location of the bushing in the reference configuration; default: the centre of the first body, or the node");
  p.optional("axis", &Data::axis, "",
             "x axis of the bushing, which rotates with side a; in two dimensions, this axis must lie in the plane");
  p.optional("second_axis", &Data::second_axis, "",
             "y axis of the bushing, orthogonal to `axis`; in two dimensions, the y axis follows from `axis`");
  p.required("stiffness", &Data::stiffness, "force/length, force, force length",
             "stiffness K with respect to the displacements and rotations of b relative to a: diagonal or symmetric "
             "matrix with 6 rows, or with 3 rows in two dimensions");
  p.optional("damping", &Data::damping, "force time/length, force time, force length time",
             "damping C with respect to the velocities and angular velocities of b relative to a, in the same form as "
             "`stiffness`");
  p.optional("preload", &Data::preload, "force, force length",
             "force and moment on side a in the reference configuration, along the axes of the bushing; the opposite "
             "force and moment act on side b");
}

Bushing::Bushing(const Data& data, const fem::FindDomain& find) : name_(nameOf(data)) {
  const fem::PairingEnd* const given[] = {&data.first, &data.second};
  for (std::size_t side = 0; side < 2; ++side)
    if (!given[side]->object.empty()) objects_[side] = &find(given[side]->object);
  if (objects_[0] == nullptr && objects_[1] == nullptr)
    throw base::InputError(
        "bushing: specify an object in `first`, in `second` or in both; a side that is omitted is the ground.");
  if (!hasBoth() && !data.pairs.list.empty())
    throw base::InputError(fmt::format("{}: `pairs` requires both `first` and `second`.", name_));
  is_plane_ = first().dimension() == 2;
  setAxes(data);
  stiffness_ = matrixOf(data.stiffness, "stiffness"), damping_ = matrixOf(data.damping, "damping");
  preload_ = vectorOf(data.preload);
  is_damped_ = !damping_.isZero(0.0);
  requireRotating();
  const fem::PairingEnd& only = *given[objects_[0] == nullptr ? 1 : 0];
  tuples_ =
      std::make_unique<fem::NodeTuples>(hasBoth() ? data.find(find, name_) : fem::singleNodes(first(), only.group));
  const base::Communicator& comm = first().mesh.comm();
  const bool any = comm.any(tuples_->size() > 0);
  const std::size_t at_node = hasBoth() && rotates(objects_[0]) && !rotates(objects_[1]) ? 1
                              : objects_[0] == nullptr                                   ? 1
                                                                                         : 0;
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The interaction '{}' contains no nodes.", name_));
    if (data.at.given) fem::requireInPlane(first(), *data.at.given, name_);
    for (LocalIndex i = 0; i < tuples_->size(); ++i) {
      at_.push_back(data.at.given.value_or(la::NodeFrame::of(objects_[at_node]->state, node(at_node, i)).reference));
      for (std::size_t side = 0; side < 2; ++side)
        if (objects_[side] != nullptr) fem::requireAtNode(*objects_[side], node(side, i), at_.back(), name_);
    }
  });
}

void Bushing::setAxes(const Data& data) {
  constexpr double orthogonal = 1e-9;
  const Vec3 x = unit(data.axis, "axis", name_);
  fem::requireInPlane(first(), x, name_);
  const Vec3 y = is_plane_ ? Vec3(-x[1], x[0], 0.0) : unit(data.second_axis, "second_axis", name_);
  if (std::abs(x.dot(y)) > orthogonal)
    throw base::InputError(fmt::format("{}: `axis` and `second_axis` must be orthogonal.", name_));
  axes_ << x, y, x.cross(y);
}

Mat6 Bushing::matrixOf(const BushingMatrix& matrix, const char* key) const {
  constexpr double round_off = 1e-12;
  const Eigen::MatrixXd& given = matrix.given;
  Mat6 whole = Mat6::Zero();
  if (given.size() == 0) return whole;
  if (given.rows() != (is_plane_ ? 3 : 6))
    throw base::InputError(
        fmt::format("{}: the size of `{}` is {}, but must be {}.", name_, key, given.rows(), is_plane_ ? 3 : 6));
  if (!given.allFinite()) throw base::InputError(fmt::format("{}: `{}` must be finite.", name_, key));
  const double size = given.cwiseAbs().maxCoeff();
  if ((given - given.transpose()).cwiseAbs().maxCoeff() > round_off * size)
    throw base::InputError(fmt::format("{}: `{}` must be symmetric.", name_, key));
  // Scaled by the diagonal, because the components have different units.
  Eigen::VectorXd scale = given.diagonal().cwiseAbs().cwiseSqrt();
  const bool is_mixed = (given.diagonal().array() == 0.0 && given.cwiseAbs().rowwise().sum().array() > 0.0).any();
  for (double& one : scale) one = one > 0.0 ? 1.0 / one : 0.0;
  const Eigen::MatrixXd scaled = scale.asDiagonal() * given * scale.asDiagonal();
  if (is_mixed || base::computeEigenpairs(scaled).values.minCoeff() < -1e-10)
    throw base::InputError(fmt::format("{}: `{}` must be positive semidefinite.", name_, key));
  const std::vector<int> components = componentsOf(static_cast<std::size_t>(given.rows()));
  for (std::size_t i = 0; i < components.size(); ++i)
    for (std::size_t j = 0; j < components.size(); ++j)
      whole(components[i], components[j]) = given(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  return whole;
}

Vec6 Bushing::vectorOf(const BushingVector& vector) const {
  Vec6 whole = Vec6::Zero();
  if (vector.given.empty()) return whole;
  const std::vector<int> components = componentsOf(vector.given.size());
  if (components.size() != (is_plane_ ? 3U : 6U))
    throw base::InputError(fmt::format("{}: the number of components of `preload` is {}, but must be {}.", name_,
                                       components.size(), is_plane_ ? 3 : 6));
  for (std::size_t i = 0; i < components.size(); ++i) whole[components[i]] = vector.given[i];
  return whole;
}

// Nodes without rotations cannot carry moments.
void Bushing::requireRotating() const {
  const bool has_moments = !stiffness_.bottomRows<3>().isZero(0.0) || !damping_.bottomRows<3>().isZero(0.0) ||
                           !preload_.tail<3>().isZero(0.0);
  for (const fem::Domain* object : objects_)
    if (has_moments && object != nullptr && !rotates(object))
      throw base::InputError(
          fmt::format("{}: the nodes of '{}' have no rotational degrees of freedom, so the rotational components of "
                      "`stiffness`, `damping` and `preload` must be 0.",
                      name_, object->object));
}

LocalIndex Bushing::node(std::size_t side, LocalIndex pair) const {
  return (*tuples_)[pair][hasBoth() ? side : 0];
}

std::vector<const la::State*> Bushing::states() const {
  std::vector<const la::State*> list;
  for (const fem::Domain* object : objects_)
    if (object != nullptr) list.push_back(&object->state);
  return list;
}

/// Kinematics of one bushing in the current configuration.
struct Bushing::Deformation {
  using Slopes = Eigen::Matrix<double, 6, 12>;
  struct BushingEnd {
    Vec3 arm = Vec3::Zero(), displacement = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    Mat3 rotation = Mat3::Identity();
    double angle = 0.0;  // in the plane
  };

  BushingEnd a, b;
  Mat3 axes;         // A
  Vec3 gap, theta;   // p_b - p_a, and the rotation vector along A
  Vec3 rate;         // rate of the gap relative to a
  Mat3 by_rotation;  // T^-1 A^T
  Vec6 e, e_rate;
  Slopes slopes;  // de/dq for the displacements and rotations of a and b

  void finish() {
    rate = b.velocity - a.velocity - a.spin.cross(gap);
    const Mat3 local = axes.transpose();
    by_rotation = inverseTangent(theta, -1.0) * local;
    e << local * gap, theta;
    e_rate << local * rate, by_rotation * (b.spin - a.spin);
    slopes.setZero();
    slopes.block<3, 3>(0, ua) = -local;
    slopes.block<3, 3>(0, wa) = local * skewMatrix(a.arm + gap);
    slopes.block<3, 3>(0, ub) = local;
    slopes.block<3, 3>(0, wb) = -local * skewMatrix(b.arm);
    slopes.block<3, 3>(3, wa) = -by_rotation;
    slopes.block<3, 3>(3, wb) = by_rotation;
  }

  /// Returns the derivative of the rates with respect to displacements and rotations, at fixed
  /// velocities and spins.
  Slopes ratesByPosition() const {
    const Mat3 local = axes.transpose();
    Slopes change = Slopes::Zero();
    // d(A^T r) = A^T (dr - dw_a x r)
    change.block<3, 3>(0, ua) = local * skewMatrix(a.spin);
    change.block<3, 3>(0, ub) = -local * skewMatrix(a.spin);
    change.block<3, 3>(0, wa) = local * skewMatrix(rate);
    change.block<3, 3>(0, wb) = -local * skewMatrix(b.spin - a.spin) * skewMatrix(b.arm);
    const Vec3 spin = b.spin - a.spin;
    const Mat3 turned = slopeOfInverseTangent(theta, local * spin, -1.0) * by_rotation;
    change.block<3, 3>(3, wa) = -turned + by_rotation * skewMatrix(spin);
    change.block<3, 3>(3, wb) = turned;
    return change;
  }

  /// Returns the derivative of -(de/dq)^T s with respect to displacements and rotations, at fixed
  /// s.
  PairMatrix geometric(const Vec6& s) const {
    const Vec3 n = axes * s.head<3>(), m = by_rotation.transpose() * s.tail<3>(), h = a.arm + gap;
    Eigen::Matrix<double, 3, 12> dn = Eigen::Matrix<double, 3, 12>::Zero(), dm = dn, dh = dn, darm = dn;
    dn.middleCols<3>(wa) = -skewMatrix(n);
    const Mat3 turned = axes * slopeOfInverseTangent(theta, s.tail<3>(), 1.0) * by_rotation;
    dm.middleCols<3>(wa) = -skewMatrix(m) - turned;
    dm.middleCols<3>(wb) = turned;
    dh.middleCols<3>(ua) = -Mat3::Identity();
    dh.middleCols<3>(ub) = Mat3::Identity();
    dh.middleCols<3>(wb) = -skewMatrix(b.arm);
    darm.middleCols<3>(wb) = -skewMatrix(b.arm);
    PairMatrix K;
    K.middleRows<3>(ua) = dn;
    K.middleRows<3>(wa) = -skewMatrix(n) * dh + skewMatrix(h) * dn + dm;
    K.middleRows<3>(ub) = -dn;
    K.middleRows<3>(wb) = skewMatrix(n) * darm - skewMatrix(b.arm) * dn - dm;
    return K;
  }
};

Bushing::Deformation Bushing::at(LocalIndex pair) const {
  Deformation now;
  for (std::size_t side = 0; side < 2; ++side) {
    if (objects_[side] == nullptr) continue;
    const la::State& state = objects_[side]->state;
    const LocalIndex node = this->node(side, pair);
    const la::NodeFrame frame = la::NodeFrame::of(state, node);
    const Vec6 v = la::expandToFrame(state, state.velocity(), node);
    const Vec3 arm = at_[static_cast<std::size_t>(pair)] - frame.reference;
    Deformation::BushingEnd& here = side == 0 ? now.a : now.b;
    here.arm = frame.rotation * arm;
    here.displacement = frame.displacementAt(arm);
    here.spin = rotates(objects_[side]) ? Vec3(v.tail<3>()) : Vec3(Vec3::Zero());
    here.velocity = v.head<3>() + here.spin.cross(here.arm);
    here.rotation = frame.rotation;
    if (is_plane_ && rotates(objects_[side])) here.angle = state.displacement()[static_cast<std::size_t>(3 * node + 2)];
  }
  now.axes = now.a.rotation * axes_;
  now.gap = now.b.displacement - now.a.displacement;
  if (is_plane_)
    now.theta = Vec3(0.0, 0.0, now.b.angle - now.a.angle);
  else
    now.theta = la::rotationVectorOf(Eigen::Quaterniond(Mat3(now.axes.transpose() * now.b.rotation * axes_)));
  now.finish();
  return now;
}

std::vector<Vec3> Bushing::rotations() const {
  std::vector<Vec3> rotations;
  for (LocalIndex i = 0; i < tuples_->size(); ++i) rotations.push_back(at(i).theta);
  return rotations;
}

void Bushing::commit() {
  if (!is_plane_) rotations_ = rotations();
}

// Returns true if the rotation vector has passed half a revolution since the last commit(), where
// it jumps to the opposite direction.
bool Bushing::passesHalfRevolution() const {
  if (!limitsRotations() || rotations_.empty()) return false;
  const std::vector<Vec3> now = rotations();
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].dot(rotations_[i]) < 0.0 && now[i].norm() + rotations_[i].norm() > M_PI) return true;
  return false;
}

bool Bushing::isNearHalfRevolution() const {
  constexpr double near = 0.95 * M_PI;
  const auto isNear = [](const Vec3& rotation) { return rotation.norm() > near; };
  const std::vector<Vec3> now = rotations();
  return limitsRotations() &&
         (std::any_of(now.begin(), now.end(), isNear) || std::any_of(rotations_.begin(), rotations_.end(), isNear));
}

void Bushing::addForce(la::ForceVector& f) const {
  std::array<gsl::span<double>, 2> on;
  for (std::size_t side = 0; side < 2; ++side)
    if (objects_[side] != nullptr) on[side] = f.on(objects_[side]->state);
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    const Deformation now = at(i);
    const Eigen::Matrix<double, 12, 1> force =
        -now.slopes.transpose() * (stiffness_ * now.e + damping_ * now.e_rate + preload_);
    for (std::size_t side = 0; side < 2; ++side) {
      if (objects_[side] == nullptr) continue;
      const la::State& state = objects_[side]->state;
      auto entry = static_cast<std::size_t>(node(side, i) * state.block());
      for (const int motion : la::frameComponentsOf(state))
        on[side][entry++] += force[static_cast<Eigen::Index>(6 * side) + motion];
    }
  }
}

template <class BlockOf, class AccumulatorOf>
void Bushing::addBlocks(BlockOf&& block_of, AccumulatorOf&& accumulator_of) const {
  std::array<std::vector<Eigen::Index>, 2> motions;
  for (std::size_t side = 0; side < 2; ++side) {
    if (objects_[side] == nullptr) continue;
    for (const int motion : la::frameComponentsOf(objects_[side]->state))
      motions[side].push_back(static_cast<Eigen::Index>(6 * side) + motion);
  }
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    const PairMatrix block = block_of(at(i), i);
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t q = 0; q < 2; ++q)
        if (objects_[p] != nullptr && objects_[q] != nullptr)
          accumulator_of(objects_[p]->state, objects_[q]->state)(node(p, i), node(q, i)) +=
              block(motions[p], motions[q]);
  }
}

void Bushing::addStiffness(la::StiffnessMatrix& K) const {
  addBlocks(
      [this](const Deformation& now, LocalIndex) -> PairMatrix {
        const Vec6 s = stiffness_ * now.e + damping_ * now.e_rate + preload_;
        PairMatrix block = -now.slopes.transpose() * stiffness_ * now.slopes + now.geometric(s);
        if (is_damped_) block -= now.slopes.transpose() * damping_ * now.ratesByPosition();
        return block;
      },
      [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

// Adds the geometric stiffness at the fixed generalised force that u causes.
void Bushing::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  addBlocks(
      [&](const Deformation& now, LocalIndex pair) -> PairMatrix {
        Eigen::Matrix<double, 12, 1> motions = Eigen::Matrix<double, 12, 1>::Zero();
        for (std::size_t side = 0; side < 2; ++side) {
          if (objects_[side] == nullptr) continue;
          const la::State& state = objects_[side]->state;
          motions.segment<6>(static_cast<Eigen::Index>(6 * side)) =
              la::expandToFrame(state, u.of(state), node(side, pair));
        }
        return now.geometric(stiffness_ * (now.slopes * motions));
      },
      [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

void Bushing::addDamping(la::DampingMatrix& B) const {
  if (!is_damped_) return;
  addBlocks([this](const Deformation& now,
                   LocalIndex) -> PairMatrix { return -now.slopes.transpose() * damping_ * now.slopes; },
            [&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); });
}

double Bushing::energy() const {
  double sum = 0.0;
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    if (!tuples_->isOwned(i)) continue;
    const Vec6 e = at(i).e;
    sum += 0.5 * e.dot(stiffness_ * e) + preload_.dot(e);
  }
  return sum;
}

}  // namespace tenon::force
