#pragma once
#include <array>
#include <optional>
#include <vector>

#include "tenon/base/Tabulated.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/search/GivenPoint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// A point of the case, the middle between both ends, or where these say that it is.
struct JointPoint : fem::GivenPoint {
  bool is_middle = false;
};
void readValue(const base::CaseNode& node, JointPoint& point);
std::string printValue(const JointPoint& point);
inline const char* typeName(const JointPoint*) {
  return "[x, y, z] or middle";
}

/// A number by which a joint is driven, or nothing.
struct Drive {
  std::optional<double> given;
};
void readValue(const base::CaseNode& node, Drive& drive);
std::string printValue(const Drive& drive);
inline const char* typeName(const Drive*) {
  return "number";
}

/// What a case says of any joint.
struct JointEnds : fem::Pairing {
  std::string name;
  JointPoint at;  ///< at rest

  /// For the Data of a type of joint, which derives from this.
  template <class Data>
  static void declareEnds(base::Parameters<Data>& p) {
    p.optional("name", static_cast<std::string Data::*>(&JointEnds::name), "",
               "name in messages and results; default: made from the two ends");
    p.optional("first", static_cast<fem::End Data::*>(&JointEnds::first), "",
               "a: a rigid body, as object and group; or nodes of a mesh, each with a joint of its own; default: the "
               "ground");
    p.optional("second", static_cast<fem::End Data::*>(&JointEnds::second), "",
               "b: a rigid body, or nodes of a mesh; default: the ground");
    p.optional("pairs", static_cast<fem::TagTuples<2> Data::*>(&JointEnds::pairs), "",
               "instead of groups: numbers of bodies or nodes, of the first and of the second object");
    p.optional(
        "at", static_cast<JointPoint Data::*>(&JointEnds::at), "length",
        "the joint's point at rest, or the middle between both ends; default: the node of a mesh that it joins, or "
        "the first body's centre, the second's if the ground is `first`");
  }
};

/// Joints a - b between rigid bodies, between rigid bodies and nodes of a mesh, or with the ground on either side. At
/// rest the two sides of a joint agree. A joint is a list of rows, each of one of four kinds (Haug, Computer Aided
/// Kinematics and Dynamics of Mechanical Systems, 1989, chapter 9), with p the joint's point on each side, and
/// directions that turn with their side:
///   point      e . (p_b - p_a) = value         lambda: the force on b along e
///   direction  d_a . d_b = 0                   lambda: a moment
///   sliding    d_a . (p_b - p_a) = value       lambda: the force on b along d_a
///   angle      phi = value, up to revolutions  lambda: a moment
/// An angle phi = atan2(s, c) has one root per revolution. In space the configuration knows no revolutions, and the
/// nearest root is taken; in the plane phi counts them.
class Joint : public Constraint {
 public:
  static constexpr bool acts_on_frames = true;

  /// Force and moment of a joint on one of its sides, along the axes of space, about the joint's point on that side.
  struct EndForce {
    base::Vec3 force = base::Vec3::Zero(), moment = base::Vec3::Zero();
    base::Mat3 axes = base::Mat3::Identity();  ///< columns: the axes of the body on that side
  };

  /// Rows of a joint: all; those that every joint of the type has; or those that drive it, which may have a `bound`.
  enum class Part { all, held, driven };

  const std::string& name() const final { return name_; }
  std::string forBounds() const final;
  bool isDriven() const { return num_driven_ > 0; }
  /// Leaves the rows of a part. With `driven` the joint becomes a limit, Phi = angle or travel of the second side
  /// relative to the first, minus its value. In space its angle is followed from step to step, by less than half a
  /// revolution each, and lies within half a revolution of the reference configuration at the start of a run.
  void keepOnly(Part part);
  /// Returns what each owned joint exerts on a side (0: first, 1: second, the ground included) at the present
  /// configuration, with the multipliers `lambda` of this rank's rows.
  std::vector<EndForce> forcesOn(std::size_t side, gsl::span<const double> lambda) const;
  LocalIndex numRows() const final { return block() * static_cast<LocalIndex>(owned_.size()); }
  int block() const final { return static_cast<int>(kept().size()); }
  void addJacobian(JacobianRows& G) const final;
  void addViolation(gsl::span<double> phi) const final;
  void addRate(gsl::span<double> rate) const final;
  void commit() final;
  void setMultipliers(gsl::span<const double> lambda) final;
  void addGeometricStiffness(la::StiffnessMatrix& K) const final;
  bool hasSymmetricStiffness() const final { return false; }
  /// The first node of each joint.
  std::vector<RowPlace> places() const final;

 protected:
  struct Row {
    enum class Kind { point, direction, sliding, angle } kind;
    base::Vec3 a;                                                             ///< e, or d_a at rest
    base::Vec3 b = base::Vec3::Zero();                                        ///< d_b at rest
    base::Vec3 second_a = base::Vec3::Zero(), second_b = base::Vec3::Zero();  ///< of an angle (AngleDirections)
    double value = 0.0;
    double rate = 0.0;   ///< dvalue/dt
    double sense = 1.0;  ///< of an angle: 1 if it is the rotation of b relative to a, -1 if that of a relative to b

    /// Whether the row can ever have a slope by this one of a side's six motions.
    bool dependsOn(int motion) const;
  };

  /// Collective. `type`: for the name. InputError for an end that does not turn where `needs_frames`, and for a point
  /// `at` that a node of a mesh is not at.
  Joint(const char* type, const JointEnds& ends, const fem::FindDomain& find, bool needs_frames);

  bool isPlane() const { return first().dimension() == 2; }
  /// The first side, the second if the ground is first.
  const fem::Domain& first() const { return *objects_[objects_[0] == nullptr ? 1 : 0]; }

  // The rows of every joint, to be added by the constructor of a type.
  /// The points coincide.
  void joinPoints();
  /// Both sides turn alike.
  void joinRotations();
  void addRow(Row row) { rows_.push_back(row); }
  /// After all others: a row that drives the joint.
  void addDrivenRow(Row row) { rows_.push_back(row), ++num_driven_; }
  std::vector<Row>& rows() { return rows_; }
  /// The value of a row at a time, factor * history.
  static void drive(Row& row, double factor, const base::History& history, double time);

 private:
  gsl::span<const Row> kept() const;
  bool isLimit() const { return part_ == Part::driven; }
  bool hasBoth() const { return objects_[0] != nullptr && objects_[1] != nullptr; }
  const char* missingSide() const { return objects_[0] == nullptr ? "first" : "second"; }
  void placeJoints(const JointEnds& ends);
  /// The node on a side that is not the ground; any on the ground.
  LocalIndex node(std::size_t side, LocalIndex joint) const;
  double multiplier(LocalIndex joint, std::size_t row) const;
  struct Slope;
  struct Pair;
  struct Linearised;
  class Walk;
  std::vector<Slope> slopesOf(const Row& row) const;
  void addPart(const Eigen::Matrix<double, 12, 12>& stiffness, LocalIndex joint, Pair& pair) const;

  std::string name_;
  std::array<const fem::Domain*, 2> objects_{};  // a and b; nullptr: the ground
  std::unique_ptr<fem::NodeTuples> tuples_;
  std::vector<base::Vec3> at_;  // points at rest, of all joints known here
  std::vector<Row> rows_;
  int num_driven_ = 0;  // the last rows
  Part part_ = Part::all;
  std::vector<LocalIndex> owned_;
  std::vector<double> angles_;       // of a limit, when the last step ended, [owned_ x rows]; empty: 0
  std::vector<double> multipliers_;  // of all joints known here, [joints x rows]; empty: 0
};

/// p_b - p_a = displacement history(t): a point in common, or driven.
class BallJoint : public Joint, public base::Tabulated {
 public:
  struct Data : JointEnds {
    base::Vec3 displacement = base::Vec3::Zero();
    base::History history;
  };
  static void declare(base::Parameters<Data>& p);
  BallJoint(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;

 private:
  Data data_;
};

/// A ball joint whose sides turn about one axis only against each other; with an `angle`, by angle history(t).
class HingeJoint : public Joint, public base::Tabulated {
 public:
  struct Data : JointEnds {
    base::Vec3 axis = base::Vec3::UnitZ();
    Drive angle;
    base::History history;
  };
  static void declare(base::Parameters<Data>& p);
  HingeJoint(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;

 private:
  Data data_;
  base::Vec3 axis_;
};

/// A ball joint in which an axis u of a and one v of b, square to each other at rest, stay so: a Cardan joint, in
/// space. The cross turns about u against a, and b about v against the cross; with an `angle`, by angle history(t)
/// about u, and with a `second_angle` by second_angle history(t) about v.
class UniversalJoint : public Joint, public base::Tabulated {
 public:
  struct Data : JointEnds {
    base::Vec3 axis = base::Vec3::UnitX(), second_axis = base::Vec3::UnitY();
    Drive angle, second_angle;
    base::History history;
  };
  static void declare(base::Parameters<Data>& p);
  UniversalJoint(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;

 private:
  Data data_;
  base::Vec3 u_, v_;
};

/// A ball joint whose sides turn alike; driven as a ball joint.
class FixedJoint : public Joint, public base::Tabulated {
 public:
  using Data = BallJoint::Data;
  static void declare(base::Parameters<Data>& p) { BallJoint::declare(p); }
  FixedJoint(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;

 private:
  Data data_;
};

/// b's point moves along an axis of a, and both turn alike, or with `turns` also about the axis; with a `travel`, by
/// travel history(t) along the axis.
class SliderJoint : public Joint, public base::Tabulated {
 public:
  struct Data : JointEnds {
    base::Vec3 axis = base::Vec3::UnitX();
    bool turns = false;
    Drive travel;
    base::History history;
  };
  static void declare(base::Parameters<Data>& p);
  SliderJoint(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;

 private:
  Data data_;
};

}  // namespace tenon::constraint
