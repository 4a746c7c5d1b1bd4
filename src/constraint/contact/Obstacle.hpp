// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "ContactLaw.hpp"
#include "base/StepDependent.hpp"
#include "contact/geometry/signedDistance.hpp"
#include "contact/shapes/HullPoints.hpp"
#include "tenon/base/History.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::la {
class Halo;
}

namespace tenon::constraint {

class PositiveFunctions;

/// Contact of nodes with a rigid obstacle, fixed or moved by move * history(t).
/// With the position x_k of a node in the obstacle's frame and its signed distance d from the
/// obstacle, negative inside,
///   g_j = sum_k W_jk d(x_k),   s_ji = t_i . sum_k W_jk (x_k - x_k at the last commit).
/// W is the identity, except on faces whose vertices have no positive share of a constant pressure
/// (quad8, tri6). There the rows are those of functions with positive integrals
/// (PositiveFunctions).
///
/// The derivative of d is the obstacle's normal n, its second derivative the curvature. Multipliers
/// are forces along n, t_1 and t_2: a pressure times the integral of the node's function. Rows
/// belong to the owner of the node j.
class Obstacle final : public Constraint, public base::TabulatedInTime, public base::StepDependent {
 public:
  /// Indicates that the contact supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;
  /// Parameters common to all shapes.
  struct Data : ContactLaw {
    std::string name;                      ///< name of the contact
    fem::ObjectGroup slave;                ///< nodes in contact
    base::Vec3 move = base::Vec3::Zero();  ///< displacement of the obstacle, length
    base::History history;                 ///< factor of `displacement` as a function of time
  };
  /// Shape of the obstacle and its position in space at time 0.
  struct PlacedObstacle {
    std::string kind;                              ///< name of the shape, for the name of the contact
    contact::Shape shape;                          ///< shape in its own axes
    base::Vec3 origin = base::Vec3::Zero();        ///< origin of the axes of the shape
    base::Mat3 rotation = base::Mat3::Identity();  ///< axes of the shape
    bool is_hollow = false;                        ///< true if the nodes are inside the shape
  };

  /// Finds the rows, starts the measurement of slips, and warns of nodes that penetrate the
  /// obstacle at the start. In plane problems, the z coordinate of the origin is ignored.
  /// @throws InputError if the group has no node, or if the displacement leaves the plane of a
  ///   plane problem
  /// @note Collective.
  Obstacle(PlacedObstacle obstacle, const Data& data, const fem::FindDomain& find);
  ~Obstacle() override;
  /// Returns the name of a contact, or its default name.
  static std::string nameOf(const std::string& kind, const Data& data);

  const std::string& name() const override { return name_; }
  LocalIndex numRows() const override { return block_ * static_cast<LocalIndex>(nodes_.size()); }
  int block() const override { return block_; }
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;
  void addJacobian(JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  void setMultipliers(gsl::span<const double> lambda) override;
  void addGeometricStiffness(la::StiffnessMatrix& K) const override;
  DryFriction friction() const override { return data_.dryFriction(); }
  std::vector<double> compliances() const override { return compliancesOfGaps(compliance, numRows(), block_, {}); }
  void commit() override;
  std::any stepMemory() const override;
  void restoreStepMemory(const std::any& memory) override;
  std::vector<double> contactAreas() const override { return areas_; }
  const la::State* carrier() const override { return &domain_.state; }
  std::vector<LocalIndex> carrierNodes() const override { return nodes_; }

 private:
  /// Nonzero entry of W.
  struct ObstacleTerm {
    std::size_t point;  // index in points_
    double weight;
  };
  struct ObstacleRow {
    LocalIndex node;
    std::vector<ObstacleTerm> terms;  // beginning with the node itself
  };
  /// Point in the obstacle's frame.
  struct CurrentPoint {
    base::Vec3 x;
    contact::SignedDistance at;
  };

  /// Returns the distance of a point and its derivatives. `x` is relative to the origin of the
  /// obstacle, so that round-off does not depend on the location of the bodies.
  contact::SignedDistance nearest(const base::Vec3& x) const;
  void begin();
  void findRows(const PositiveFunctions& functions);
  std::vector<CurrentPoint> presentPoints() const;
  base::Vec3 positionOf(LocalIndex node) const;

  PlacedObstacle obstacle_;
  std::string name_;
  Data data_;
  const fem::Domain& domain_;
  int block_;
  std::vector<LocalIndex> nodes_;      // owned
  std::vector<LocalIndex> points_;     // nodes in rows_ and far_rows_, ghosts included
  std::vector<ObstacleRow> rows_;      // [nodes_]
  std::vector<ObstacleRow> far_rows_;  // rows of ghosts, with an owned node among their terms
  std::unique_ptr<la::Halo> halo_;     // halo of the mesh, if any rank has far_rows_
  std::vector<double> areas_;          // [nodes_]
  std::vector<double> forces_;         // along n, [rows_ and far_rows_]
  base::Vec3 moved_ = base::Vec3::Zero(), speed_ = base::Vec3::Zero();
  std::vector<base::Vec3> previous_positions_, previous_normals_;  // [points_], at the last commit()
};

/// Half space below a plane, with the distance n . (x - point).
struct PlaneObstacle {
  static constexpr bool acts_on_axisymmetric = true;  ///< supports axisymmetric objects
  /// Parameters of the plane.
  struct Data : Obstacle::Data {
    /// Point of the plane, and normal out of the obstacle.
    base::Vec3 point = base::Vec3::Zero(), normal = base::Vec3::Zero();
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the contact. @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

/// Sphere (a disc in plane problems), |x| - R, or the wall of a hollow sphere, R - |x|.
struct SphereObstacle {
  static constexpr bool acts_on_axisymmetric = true;  ///< supports axisymmetric objects
  /// Parameters of the sphere.
  struct Data : Obstacle::Data {
    base::Vec3 centre = base::Vec3::Zero();  ///< centre
    double radius = 0.0;                     ///< radius R
    bool hollow = false;                     ///< true if the nodes are inside
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the contact. @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

/// Circular cylinder or capsule, solid or hollow. Cylinders are infinite unless they have a length.
/// In plane problems, the axis lies in the plane or is normal to it; the section of an obstacle
/// with a normal axis is a disc.
template <class Shape>
struct AxialObstacle {
  static constexpr bool acts_on_axisymmetric = true;  ///< supports axisymmetric objects
  /// Parameters of the cylinder or capsule.
  struct Data : SphereObstacle::Data {
    base::Vec3 axis = base::Vec3::UnitZ();  ///< direction of the axis, of any length
    double length = 0.0;                    ///< distance between end faces, or between centres of caps; 0: infinite
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the contact. @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};
using CylinderObstacle = AxialObstacle<contact::Cylinder>;
using CapsuleObstacle = AxialObstacle<contact::Capsule>;

/// Convex hull of points. In plane problems, it is that of their projections on the plane.
struct HullObstacle {
  static constexpr bool acts_on_axisymmetric = true;  ///< supports axisymmetric objects
  /// Parameters of the hull.
  struct Data : Obstacle::Data, contact::HullPoints {};
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the contact. @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

/// Box along the coordinate axes; level sets of the distance are rounded outside.
struct BoxObstacle {
  static constexpr bool acts_on_axisymmetric = true;  ///< supports axisymmetric objects
  /// Parameters of the box.
  struct Data : Obstacle::Data {
    /// Corners with the lowest and the highest coordinates.
    base::Vec3 low = base::Vec3::Zero(), high = base::Vec3::Zero();
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the contact. @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
