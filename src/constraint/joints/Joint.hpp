// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "base/StepDependent.hpp"
#include "fem/search/OptionalPoint.hpp"
#include "tenon/base/History.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Point of a joint as a case gives it: coordinates, the point between the centres of both ends, or
/// a default.
struct JointPoint : fem::OptionalPoint {
  bool is_middle = false;  ///< true for the point between the centres of both ends
};
/// Reads the point from a case file.
void readValue(const base::CaseNode& node, JointPoint& point);
/// Prints the point for listings of parameters.
std::string printValue(const JointPoint& point);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const JointPoint*) {
  return "[x, y, z] or middle";
}

/// Optional number by which a joint is driven.
struct Drive {
  std::optional<double> given;  ///< driven angle (radians) or length; empty if not driven
};
/// Reads the number from a case file.
void readValue(const base::CaseNode& node, Drive& drive);
/// Prints the number for listings of parameters.
std::string printValue(const Drive& drive);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const Drive*) {
  return "number";
}

/// Parameters common to all joints.
struct JointEnds : fem::Pairing {
  std::string name;       ///< name of the joint
  JointPoint at;          ///< joint's point in the reference configuration
  base::History history;  ///< factor of the driven angles or displacements as a function of time

  /// Declares the common parameters of a type of joint, whose Data derives from this class.
  template <class Data>
  static void declareEnds(base::Parameters<Data>& p) {
    p.optional("name", static_cast<std::string Data::*>(&JointEnds::name), "",
               "name in messages and results; default: derived from the two ends");
    p.optional("first", static_cast<fem::PairingEnd Data::*>(&JointEnds::first), "",
               "body a: a rigid body, given as object and group, or nodes of a mesh, each with its own joint; default: "
               "the ground");
    p.optional("second", static_cast<fem::PairingEnd Data::*>(&JointEnds::second), "",
               "body b: a rigid body, or nodes of a mesh; default: the ground");
    p.optional("pairs", static_cast<fem::TagTuples<2> Data::*>(&JointEnds::pairs), "",
               "instead of groups: pairs of body or node numbers of the first and the second object");
    p.optional(
        "at", static_cast<JointPoint Data::*>(&JointEnds::at), "length",
        "position of the joint in the reference configuration, or middle: the midpoint of both ends; default: the "
        "joined node of a mesh, or the centre of the first body (of the second body if `first` is the ground)");
  }
};

/// Joints between sides a and b: two rigid bodies, a rigid body and nodes of a mesh, or one of
/// these and the ground. In the reference configuration the residuals vanish.
///
/// A joint consists of rows of four kinds, with p the joint's point on each side, and directions d
/// that rotate with their side:
///   point      e . (p_b - p_a) = value         lambda: the force on b along e
///   direction  d_a . d_b = 0                   lambda: a moment
///   sliding    d_a . (p_b - p_a) = value       lambda: the force on b along d_a
///   angle      phi = value, up to revolutions  lambda: a moment
///
/// An angle phi = atan2(s, c) has one root per revolution. In space the configuration does not
/// determine the number of revolutions, and the nearest root is taken; in 2D phi counts
/// revolutions.
///
/// @see Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), chapter 9
class Joint : public Constraint, public base::StepDependent, public base::TabulatedInTime {
 public:
  /// Indicates that the constraint supports rigid bodies.
  static constexpr bool acts_on_frames = true;

  /// Force and moment of a joint on one of its sides, in spatial axes; the moment is about the
  /// joint's point on that side.
  struct EndForce {
    base::Vec3 force = base::Vec3::Zero(), moment = base::Vec3::Zero();  ///< force and moment of the joint
    base::Mat3 axes = base::Mat3::Identity();                            ///< columns: axes of the body on that side
  };

  /// Selection of a joint's rows: all; those that every joint of the type has; or those that drive
  /// it, which may have a `bound`.
  enum class RowSelection { all, fixed, driven };

  const std::string& name() const final { return name_; }
  const base::History& history() const final { return history_; }
  /// Sets the values of driven rows.
  void setTime(double time) final;
  std::string boundObstacle() const final;
  /// True if some rows drive the joint.
  bool isDriven() const { return num_driven_ > 0; }
  /// Removes all rows but those of a part.
  /// With `driven` the joint becomes a limit, Phi = angle or travel of the second side relative to
  /// the first, minus the driven value. In space its angle is followed from step to step, by less
  /// than half a revolution each; at the start of a run it lies within half a revolution of the
  /// reference configuration.
  void selectRows(RowSelection part);
  /// Returns the force and moment of each owned joint on one side, in the current configuration.
  /// @param side  0: first, 1: second; the ground included
  /// @param lambda  multipliers of this rank's rows
  std::vector<EndForce> forcesOn(std::size_t side, gsl::span<const double> lambda) const;
  LocalIndex numRows() const final { return block() * static_cast<LocalIndex>(owned_.size()); }
  int block() const final { return static_cast<int>(kept().size()); }
  void addJacobian(JacobianRows& G) const final;
  void addResidual(gsl::span<double> phi) const final;
  void addRate(gsl::span<double> rate) const final;
  void commit() final;
  std::any stepMemory() const final { return angles_; }
  void restoreStepMemory(const std::any& memory) final;
  void setMultipliers(gsl::span<const double> lambda) final;
  void addGeometricStiffness(la::StiffnessMatrix& K) const final;
  bool hasSymmetricStiffness() const final { return false; }
  /// Returns output keys with the first node of each joint.
  std::vector<RowKey> rowKeys() const final;

 protected:
  struct JointRow {
    enum class Kind { point, direction, sliding, angle } kind;
    base::Vec3 a;                       ///< e, or d_a in the reference configuration
    base::Vec3 b = base::Vec3::Zero();  ///< d_b in the reference configuration
    base::Vec3 second_a = base::Vec3::Zero(), second_b = base::Vec3::Zero();  ///< see AngleDirections
    double factor = 0.0;                                                      ///< driven value at a history of 1
    double value = 0.0;                                                       ///< driven value, length or radians
    double rate = 0.0;                                                        ///< time derivative of `value`
    /// Sign of an angle: 1 if it is the rotation of b relative to a, -1 if that of a relative to b.
    double sense = 1.0;

    /// True if the row may have a nonzero derivative with respect to one of the six rigid-body
    /// motions of a side.
    bool dependsOn(int motion) const;
  };

  /// Creates the joints.
  /// @param type  name of the type, for the name of the joint
  /// @param needs_frames  true: both ends must have rotations
  /// @throws InputError for an end without rotations if `needs_frames`, and for a point `at` that
  ///   does not coincide with the node of a mesh
  /// @note Collective.
  Joint(const char* type, const JointEnds& ends, const fem::FindDomain& find, bool needs_frames);

  /// True for plane problems.
  bool isPlane() const { return first().dimension() == 2; }
  /// Returns the object of the first side, or of the second if the first is the ground.
  const fem::Domain& first() const { return *objects_[objects_[0] == nullptr ? 1 : 0]; }

  // Rows of every joint, added by the constructor of a type.
  /// Adds the rows that make the points coincide, or drive the displacement of the second point.
  void joinPoints(const base::Vec3& displacement = base::Vec3::Zero());
  /// Adds the rows that make the rotations of both sides equal.
  void joinRotations();
  /// Adds a row.
  void addRow(JointRow row) { rows_.push_back(row); }
  /// Adds a row that drives the joint to `factor` times the history. Called after all other rows
  /// have been added.
  void addDrivenRow(JointRow row, double factor) {
    row.factor = factor;
    rows_.push_back(row), ++num_driven_;
  }

 private:
  gsl::span<const JointRow> kept() const;
  bool isLimit() const { return part_ == RowSelection::driven; }
  bool hasBoth() const { return objects_[0] != nullptr && objects_[1] != nullptr; }
  const char* missingSide() const { return objects_[0] == nullptr ? "first" : "second"; }
  void placeJoints(const JointEnds& ends);
  /// Returns the node on a side that is not the ground; any node for the ground.
  LocalIndex node(std::size_t side, LocalIndex joint) const;
  double multiplier(LocalIndex joint, std::size_t row) const;
  struct Slope;
  struct JointPair;
  struct Linearised;
  class Walk;
  std::vector<Slope> slopesOf(const JointRow& row) const;
  void addPart(const Eigen::Matrix<double, 12, 12>& stiffness, LocalIndex joint, JointPair& pair) const;

  std::string name_;
  std::array<const fem::Domain*, 2> objects_{};  // a and b; nullptr: the ground
  std::unique_ptr<fem::NodeTuples> tuples_;
  std::vector<base::Vec3> at_;  // reference points of all joints stored on this rank
  base::History history_;
  std::vector<JointRow> rows_;
  int num_driven_ = 0;  // the last rows
  RowSelection part_ = RowSelection::all;
  std::vector<LocalIndex> owned_;
  std::vector<double> angles_;       // angles of a limit at the end of the last step, [owned_ x rows]; empty if zero
  std::vector<double> multipliers_;  // multipliers of all joints stored on this rank, [joints x rows]; empty if zero
};

/// Ball joint p_b - p_a = displacement history(t): the points coincide, or their offset is driven.
class BallJoint : public Joint {
 public:
  /// Parameters of the joint.
  struct Data : JointEnds {
    base::Vec3 displacement = base::Vec3::Zero();  ///< displacement of the second point relative to the first, length
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  BallJoint(const Data& data, const fem::FindDomain& find);
};

/// Hinge: a ball joint whose relative rotation is about one axis; with an `angle`, the rotation is
/// angle history(t).
class HingeJoint : public Joint {
 public:
  /// Parameters of the joint.
  struct Data : JointEnds {
    base::Vec3 axis = base::Vec3::UnitZ();  ///< axis in the reference configuration, of any length
    Drive angle;                            ///< driven angle in radians
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  HingeJoint(const Data& data, const fem::FindDomain& find);
};

/// Universal (Cardan) joint, in 3D: a ball joint in which an axis u of a and an axis v of b,
/// orthogonal in the reference configuration, remain orthogonal. The cross rotates about u relative
/// to a, and b about v relative to the cross. With an `angle` the rotation about u is angle
/// history(t), and with a `second_angle` the rotation about v is second_angle history(t).
class UniversalJoint : public Joint {
 public:
  /// Parameters of the joint.
  struct Data : JointEnds {
    /// Axes u and v in the reference configuration, of any length.
    base::Vec3 axis = base::Vec3::UnitX(), second_axis = base::Vec3::UnitY();
    Drive angle, second_angle;  ///< driven angles about u and v in radians
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  UniversalJoint(const Data& data, const fem::FindDomain& find);
};

/// Fixed joint: a ball joint whose sides have the same rotation; driven as a ball joint.
class FixedJoint : public Joint {
 public:
  /// Parameters of the joint.
  using Data = BallJoint::Data;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p) { BallJoint::declare(p); }
  FixedJoint(const Data& data, const fem::FindDomain& find);
};

/// Slider: the point of b moves along an axis of a, and both sides have the same rotation, with
/// `free_rotation` up to a rotation about the axis. With a `travel`, the displacement along the
/// axis is travel history(t).
class SliderJoint : public Joint {
 public:
  /// Parameters of the joint.
  struct Data : JointEnds {
    base::Vec3 axis = base::Vec3::UnitX();  ///< axis in the reference configuration, of any length
    bool turns = false;                     ///< true if b may rotate about the axis (a cylindrical joint, in 3D)
    Drive travel;                           ///< driven displacement along the axis, length
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  SliderJoint(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
