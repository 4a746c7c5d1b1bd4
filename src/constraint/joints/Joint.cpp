// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "constraint/unitVector.hpp"
#include "jointRows.hpp"
#include "tenon/base/History.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::constraint {

using base::Vec3;

namespace {

constexpr std::size_t motions_per_side = 6;

bool turns(const fem::Domain* domain) {
  return domain != nullptr && domain->state.kind() == la::NodeKind::frames;
}

/// Returns the rotation of a node of a plane problem, with any number of revolutions; 0 for the
/// ground and for points.
double planeAngle(const fem::Domain* domain, LocalIndex node) {
  if (!turns(domain)) return 0.0;
  return domain->state.displacement()[static_cast<std::size_t>(3 * node + 2)];
}

/// Returns phi + 2 pi k with the integer k for which phi + 2 pi k + shift is closest to zero.
double nearestRevolution(double phi, double shift) {
  return std::remainder(phi + shift, 2.0 * M_PI) - shift;
}

std::string nameOf(const char* type, const JointEnds& ends) {
  if (!ends.name.empty()) return ends.name;
  if (ends.first.object.empty() && ends.second.object.empty()) return type;
  if (ends.second.object.empty()) return fmt::format("{} of {}", type, ends.first.name());
  if (ends.first.object.empty()) return fmt::format("{} of {}", type, ends.second.name());
  return ends.nameOf(type);
}

}  // namespace

void readValue(const base::CaseNode& node, JointPoint& point) {
  point.is_middle = node.isScalar();
  if (!point.is_middle)
    readValue(node, static_cast<fem::OptionalPoint&>(point));
  else if (node.text() != "middle")
    node.fail(fmt::format("'{}' is not a position: write [x, y, z], or middle.", node.text()));
}

std::string printValue(const JointPoint& point) {
  return point.is_middle ? "middle" : printValue(static_cast<const fem::OptionalPoint&>(point));
}

void readValue(const base::CaseNode& node, Drive& drive) {
  drive.given = node.number();
}

std::string printValue(const Drive& drive) {
  return drive.given ? base::printValue(*drive.given) : "not driven";
}

/// Potentially nonzero derivative of a row with respect to a degree of freedom of one side's node;
/// `motion`: index among the twelve displacements and rotations.
struct Joint::Slope {
  std::size_t side;
  int unknown, motion;
};

/// Sides of a block of the stiffness: the side of the force and the side of the displacement.
struct Joint::JointPair {
  std::size_t force, position;
  la::Derivative derivative;
};

/// Rows of a joint in the current configuration.
struct Joint::Linearised {
  JointGeometry place;
  base::Mat3 rotation_a, rotation_b;
  std::optional<double> plane_angle;  // angle of b relative to a, with all revolutions; in plane problems only

  AngleDirections directionsOf(const JointRow& row) const {
    return {rotation_a * row.a, rotation_a * row.second_a, rotation_b * row.b, rotation_b * row.second_b};
  }
  /// Evaluates a row. The residual of an angle in space is the angle, between -pi and pi, minus its
  /// prescribed value.
  double row(const JointRow& row, JointSlopes& slopes) const {
    switch (row.kind) {
      case JointRow::Kind::point:
        return pointRow(place, row.a, slopes) - row.value;
      case JointRow::Kind::direction:
        return directionRow(rotation_a * row.a, rotation_b * row.b, slopes);
      case JointRow::Kind::sliding:
        return slidingRow(place, rotation_a * row.a, slopes) - row.value;
      case JointRow::Kind::angle: {
        const double phi = angleRow(directionsOf(row), slopes);
        return (plane_angle ? row.sense * *plane_angle : phi) - row.value;
      }
    }
    return 0.0;
  }
  void addStiffness(const JointRow& row, double lambda, JointStiffness& K) const {
    switch (row.kind) {
      case JointRow::Kind::point:
        return addPointStiffness(place, row.a, lambda, K);
      case JointRow::Kind::direction:
        return addDirectionStiffness(rotation_a * row.a, rotation_b * row.b, lambda, K);
      case JointRow::Kind::sliding:
        return addSlidingStiffness(place, rotation_a * row.a, lambda, K);
      case JointRow::Kind::angle:
        return addAngleStiffness(directionsOf(row), lambda, K);
    }
  }
};

Joint::Joint(const char* type, const JointEnds& ends, const fem::FindDomain& find, bool needs_frames)
    : name_(nameOf(type, ends)), history_(ends.history) {
  const fem::PairingEnd* const given[] = {&ends.first, &ends.second};
  for (std::size_t side = 0; side < 2; ++side)
    if (!given[side]->object.empty()) objects_[side] = &find(given[side]->object);
  for (const fem::Domain* object : objects_)
    if (needs_frames && object != nullptr && !turns(object))
      throw base::InputError(fmt::format(
          "{}: the nodes of '{}' have no rotational degrees of freedom, but this joint needs them on both sides: "
          "use ball joints at several nodes to support a part of a mesh.",
          name_, object->object));
  if (objects_[0] == nullptr && objects_[1] == nullptr)
    throw base::InputError(
        fmt::format("{}: `first` or `second` must name an object; a side without an object is the ground.", name_));
  if (!hasBoth() && ends.at.is_middle)
    throw base::InputError(
        fmt::format("{}: `at: middle` requires two objects, but `{}` does not name one.", name_, missingSide()));
  if (!hasBoth() && !ends.pairs.list.empty())
    throw base::InputError(
        fmt::format("{}: `pairs` requires two objects, but `{}` does not name one.", name_, missingSide()));
  const fem::PairingEnd& only = *given[objects_[0] == nullptr ? 1 : 0];
  tuples_ =
      std::make_unique<fem::NodeTuples>(hasBoth() ? ends.find(find, name_) : fem::singleNodes(first(), only.group));
  for (LocalIndex i = 0; i < tuples_->size(); ++i)
    if (tuples_->isOwned(i)) owned_.push_back(i);
  const base::Communicator& comm = first().mesh.comm();
  const bool any = comm.any(!owned_.empty());
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' contains no nodes.", name_));
    placeJoints(ends);
  });
}

std::string Joint::boundObstacle() const {
  return "the bound would relax all rows of the joint; specify an `angle`, `second_angle` or `travel`, so that the "
         "bound applies only to this row, or use a constraint of type `angle` or `distance` between points that are "
         "attached to the bodies (mapping `subset-multi`)";
}

gsl::span<const Joint::JointRow> Joint::kept() const {
  const gsl::span<const JointRow> all(rows_);
  const auto held = rows_.size() - static_cast<std::size_t>(num_driven_);
  return part_ == RowSelection::all ? all : part_ == RowSelection::fixed ? all.first(held) : all.subspan(held);
}

void Joint::selectRows(RowSelection part) {
  part_ = part;
  if (part != RowSelection::driven) return;
  name_ += " (limit)";
  for (JointRow& row : rows_)
    if (row.kind == JointRow::Kind::angle && row.sense < 0.0) {
      row.second_a *= -1.0, row.second_b *= -1.0;
      row.sense = 1.0, row.value *= -1.0, row.rate *= -1.0;
    }
}

LocalIndex Joint::node(std::size_t side, LocalIndex joint) const {
  return (*tuples_)[joint][hasBoth() ? side : 0];
}

void Joint::placeJoints(const JointEnds& ends) {
  const std::size_t at_body = objects_[0] == nullptr ? 1 : 0;
  const std::size_t at_node = hasBoth() && turns(objects_[0]) && !turns(objects_[1]) ? 1 : at_body;
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    const auto rest = [&](std::size_t side) {
      return la::NodeFrame::of(objects_[side]->state, node(side, i)).reference;
    };
    at_.push_back(ends.at.is_middle ? Vec3(0.5 * (rest(0) + rest(1))) : ends.at.given.value_or(rest(at_node)));
    for (std::size_t side = 0; side < objects_.size(); ++side)
      if (objects_[side] != nullptr) fem::requireAtNode(*objects_[side], node(side, i), at_.back(), name_);
  }
}

void Joint::joinPoints(const Vec3& displacement) {
  for (int c = 0; c < first().dimension(); ++c) {
    JointRow row{JointRow::Kind::point, Vec3::Unit(c)};
    row.factor = displacement.dot(row.a);
    addRow(row);
  }
}

void Joint::joinRotations() {
  addRow({JointRow::Kind::direction, Vec3::UnitX(), Vec3::UnitY()});
  if (isPlane()) return;
  addRow({JointRow::Kind::direction, Vec3::UnitY(), Vec3::UnitZ()});
  addRow({JointRow::Kind::direction, Vec3::UnitZ(), Vec3::UnitX()});
}

void Joint::setTime(double time) {
  for (JointRow& row : rows_) {
    row.value = row.sense * row.factor * history_(time);
    row.rate = row.sense * row.factor * base::leftDerivative(history_, time);
  }
}

/// Traversal of joints. Along chains the frame of the second side of a joint is reused as the first
/// side of the next.
class Joint::Walk {
 public:
  explicit Walk(const Joint& joint)
      : joint_(joint), is_alike_(joint.hasBoth() && joint.objects_[0] == joint.objects_[1]) {}

  Linearised at(LocalIndex joint) {
    const Vec3& point = joint_.at_[static_cast<std::size_t>(joint)];
    const bool goes_on = is_alike_ && joint_.node(0, joint) == node_b_;
    const la::NodeFrame a = goes_on ? b_ : frame(0, joint, point);
    b_ = frame(1, joint, point);
    if (is_alike_) node_b_ = joint_.node(1, joint);
    const Vec3 arm_a = point - a.reference, arm_b = point - b_.reference;
    Linearised now{{a.rotation * arm_a, b_.rotation * arm_b, b_.displacementAt(arm_b) - a.displacementAt(arm_a)},
                   a.rotation,
                   b_.rotation,
                   {}};
    if (joint_.isPlane()) now.plane_angle = angle(1, joint) - angle(0, joint);
    return now;
  }

 private:
  // Returns the frame of a side; for the ground a frame at the joint's point.
  la::NodeFrame frame(std::size_t side, LocalIndex joint, const Vec3& point) const {
    const fem::Domain* const object = joint_.objects_[side];
    if (object != nullptr) return la::NodeFrame::of(object->state, joint_.node(side, joint));
    la::NodeFrame ground;
    ground.reference = point;
    return ground;
  }
  double angle(std::size_t side, LocalIndex joint) const {
    return planeAngle(joint_.objects_[side], joint_.node(side, joint));
  }

  const Joint& joint_;
  bool is_alike_;
  LocalIndex node_b_ = -1;
  la::NodeFrame b_;
};

// With a compliance an angle may exceed half a revolution; its multiplier determines the number of
// revolutions. For a limit, the revolution closest to the angle at the end of the last step is
// used, because the angle may be far from the limit.
void Joint::addResidual(gsl::span<double> phi) const {
  JointSlopes slopes;
  double* next = phi.data();
  Walk walk(*this);
  const gsl::span<const JointRow> rows = kept();
  std::size_t number = 0;
  for (const LocalIndex joint : owned_) {
    const Linearised now = walk.at(joint);
    for (std::size_t r = 0; r < rows.size(); ++r, ++number) {
      double value = now.row(rows[r], slopes);
      if (rows[r].kind == JointRow::Kind::angle && !isPlane()) {
        const double before = angles_.empty() ? 0.0 : angles_[number];
        value = nearestRevolution(value, isLimit() ? rows[r].value - before : compliance * multiplier(joint, r));
      }
      *next++ += value;
    }
  }
}

void Joint::commit() {
  if (!isLimit() || isPlane()) return;
  std::vector<double> phi(static_cast<std::size_t>(numRows()), 0.0);
  addResidual(phi);
  const gsl::span<const JointRow> rows = kept();
  for (std::size_t i = 0; i < phi.size(); ++i) phi[i] += rows[i % rows.size()].value;
  angles_ = std::move(phi);
}

void Joint::restoreStepMemory(const std::any& memory) {
  angles_ = std::any_cast<const std::vector<double>&>(memory);
}

double Joint::multiplier(LocalIndex joint, std::size_t row) const {
  return multipliers_.empty() ? 0.0 : multipliers_[static_cast<std::size_t>(joint) * kept().size() + row];
}

void Joint::addRate(gsl::span<double> rate) const {
  std::size_t next = 0;
  for (std::size_t joint = 0; joint < owned_.size(); ++joint)
    for (const JointRow& row : kept()) rate[next++] -= row.rate;
}

std::vector<Joint::EndForce> Joint::forcesOn(std::size_t side, gsl::span<const double> lambda) const {
  std::vector<EndForce> forces;
  const fem::Domain* const object = objects_[side];
  JointSlopes slopes;
  Walk walk(*this);
  std::size_t next = 0;
  for (const LocalIndex joint : owned_) {
    const Linearised now = walk.at(joint);
    base::Vec6 force = base::Vec6::Zero();
    for (const JointRow& row : kept()) {
      now.row(row, slopes);
      force += lambda[next++] * slopes.segment<6>(static_cast<Eigen::Index>(motions_per_side * side));
    }
    EndForce end;
    end.force = force.head<3>();
    const bool has_moment = object == nullptr || turns(object);
    if (has_moment) end.moment = force.tail<3>() - (side == 0 ? now.place.arm_a : now.place.arm_b).cross(end.force);
    end.axes = side == 0 ? now.rotation_a : now.rotation_b;
    if (turns(object) && !isPlane())
      end.axes *= la::quaternionOf(
                      Vec3(object->state.reference().data() + 6 * static_cast<std::ptrdiff_t>(node(side, joint)) + 3))
                      .toRotationMatrix();
    forces.push_back(end);
  }
  return forces;
}

// The product e . (arm x w) does not depend on a rotation about an axis parallel to e.
bool Joint::JointRow::dependsOn(int motion) const {
  if (kind == Kind::sliding) return true;
  const int turn = motion - 3;
  if (kind == Kind::direction || kind == Kind::angle) return turn >= 0;
  return turn < 0 ? a[motion] != 0.0 : a[(turn + 1) % 3] != 0.0 || a[(turn + 2) % 3] != 0.0;
}

std::vector<Joint::Slope> Joint::slopesOf(const JointRow& row) const {
  std::vector<Slope> slopes;
  for (std::size_t side = 0; side < objects_.size(); ++side) {
    if (objects_[side] == nullptr) continue;
    int unknown = -1;
    for (const int motion : la::frameComponentsOf(objects_[side]->state)) {
      ++unknown;
      if (row.dependsOn(motion)) slopes.push_back({side, unknown, static_cast<int>(motions_per_side * side) + motion});
    }
  }
  return slopes;
}

void Joint::addJacobian(JacobianRows& G) const {
  const gsl::span<const JointRow> rows = kept();
  std::vector<std::vector<Slope>> slopes_of;
  for (const JointRow& row : rows) slopes_of.push_back(slopesOf(row));
  JointSlopes slopes;
  LocalIndex number = 0;
  std::array<GlobalIndex, 2> nodes;
  Walk walk(*this);
  for (const LocalIndex joint : owned_) {
    const Linearised now = walk.at(joint);
    for (std::size_t side = 0; side < objects_.size(); ++side)
      if (objects_[side] != nullptr) nodes[side] = objects_[side]->state.layout().global(node(side, joint));
    for (std::size_t r = 0; r < rows.size(); ++r, ++number) {
      now.row(rows[r], slopes);
      for (const Slope& slope : slopes_of[r])
        G.add(number, objects_[slope.side]->state, nodes[slope.side], slope.unknown, slopes[slope.motion]);
    }
  }
}

void Joint::setMultipliers(gsl::span<const double> lambda) {
  multipliers_ = tuples_->valuesFromOwners(lambda, block());
}

// Point rows have a stiffness of each side alone; other rows also couple both sides.
void Joint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const gsl::span<const JointRow> rows = kept();
  const bool are_points =
      std::all_of(rows.begin(), rows.end(), [](const JointRow& row) { return row.kind == JointRow::Kind::point; });
  std::vector<JointPair> pairs;
  for (std::size_t p = 0; p < objects_.size(); ++p)
    for (std::size_t q = 0; q < objects_.size(); ++q)
      if (objects_[p] != nullptr && objects_[q] != nullptr && (p == q || !are_points))
        pairs.push_back({p, q, K.forceOn(objects_[p]->state).byPositionOf(objects_[q]->state)});
  JointStiffness stiffness;
  Walk walk(*this);
  for (LocalIndex joint = 0; joint < tuples_->size(); ++joint) {
    const Linearised now = walk.at(joint);
    stiffness.setZero();
    for (std::size_t r = 0; r < rows.size(); ++r) now.addStiffness(rows[r], multiplier(joint, r), stiffness);
    for (JointPair& pair : pairs) addPart(stiffness, joint, pair);
  }
}

void Joint::addPart(const JointStiffness& stiffness, LocalIndex joint, JointPair& pair) const {
  const base::Mat6 whole = stiffness.block<6, 6>(static_cast<Eigen::Index>(motions_per_side * pair.force),
                                                 static_cast<Eigen::Index>(motions_per_side * pair.position));
  const LocalIndex at_force = node(pair.force, joint), at_position = node(pair.position, joint);
  const gsl::span<const int> rows = la::frameComponentsOf(objects_[pair.force]->state);
  const gsl::span<const int> columns = la::frameComponentsOf(objects_[pair.position]->state);
  if (rows.size() == motions_per_side && columns.size() == motions_per_side) {
    pair.derivative(at_force, at_position) += whole;
    return;
  }
  Eigen::MatrixXd part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = whole(rows[i], columns[j]);
  pair.derivative(at_force, at_position) += part;
}

std::vector<Constraint::RowKey> Joint::rowKeys() const {
  std::vector<RowKey> places;
  for (const LocalIndex joint : owned_)
    for (int r = 0; r < block(); ++r) places.push_back({&first().state, (*tuples_)[joint][0], block() > 1 ? r : -1});
  return places;
}

}  // namespace tenon::constraint
