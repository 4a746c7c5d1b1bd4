#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/History.hpp"
#include "tenon/base/Tabulated.hpp"
#include "tenon/constraint/contact/ContactLaw.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::la {
class Halo;
}

namespace tenon::constraint {

class PositiveFunctions;

/// Nodes against a rigid obstacle of simple shape, fixed or moved by move * history(t): with x_k a node in the
/// obstacle's frame and d its distance from the obstacle, below 0 inside,
///   g_j = sum_k W_jk d(x_k),   s_ji = t_i . sum_k W_jk (x_k - x_k at the last commit).
/// W is the identity, except on faces whose vertices have no positive share of a constant pressure (quad8, tri6): there
/// the rows are those of functions with positive integrals (PositiveFunctions). G of d is the obstacle's normal n, d2d
/// its curvature. Multipliers are forces, a pressure times the integral of the node's function: along n, then along t_1
/// and t_2. Rows belong to the owner of the node j.
class Obstacle : public Constraint, public base::Tabulated {
 public:
  static constexpr bool acts_on_rings = true;
  struct Data : ContactLaw {
    std::string name;
    fem::Side slave;
    base::Vec3 move = base::Vec3::Zero();
    base::History history;
  };
  /// The obstacle as a point sees it.
  struct Nearest {
    double distance;  ///< below 0 inside
    base::Vec3 normal;
    base::Mat3 curvature;  ///< d2 distance / dx2
  };

  const std::string& name() const override { return name_; }
  LocalIndex numRows() const override { return block_ * static_cast<LocalIndex>(nodes_.size()); }
  int block() const override { return block_; }
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override;
  void addJacobian(JacobianRows& G) const override;
  void addViolation(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  void setMultipliers(gsl::span<const double> lambda) override;
  void addGeometricStiffness(la::StiffnessMatrix& K) const override;
  DryFriction friction() const override { return data_.dry(); }
  std::vector<double> compliances() const override { return compliancesOfGaps(compliance, numRows(), block_, {}); }
  void commit() override;
  std::vector<double> contactAreas() const override { return areas_; }
  const la::State* carrier() const override { return &domain_.state; }
  std::vector<LocalIndex> carrierNodes() const override { return nodes_; }

 protected:
  /// Collective. `kind`: of the shape, for the name. InputError where the group has no node.
  Obstacle(const std::string& kind, const Data& data, const fem::FindDomain& find);
  ~Obstacle() override;
  /// Collective, at the end of every constructor: slips count from here, and a warning says what is inside at the
  /// start.
  void begin();

  /// x is relative to `origin()`, which keeps digits wherever the bodies are.
  virtual Nearest nearest(const base::Vec3& x) const = 0;
  virtual const base::Vec3& origin() const = 0;
  const fem::Domain& domain() const { return domain_; }

  template <class ShapeData>
  static void declareCommon(base::Parameters<ShapeData>& p);

 private:
  /// One entry of W.
  struct Term {
    std::size_t point;  // of points_
    double weight;
  };
  struct Row {
    LocalIndex node;
    std::vector<Term> terms;  // the node itself first
  };
  /// A point in the obstacle's frame.
  struct Present {
    base::Vec3 x;
    Nearest at;
  };

  void findRows(const PositiveFunctions& functions);
  std::vector<Present> presentPoints() const;
  base::Vec3 positionOf(LocalIndex node) const;

  std::string name_;
  Data data_;
  const fem::Domain& domain_;
  int block_;
  std::vector<LocalIndex> nodes_;   // owned
  std::vector<LocalIndex> points_;  // nodes in the rows and in far_rows_, ghosts among them
  std::vector<Row> rows_;           // [nodes_]
  std::vector<Row> far_rows_;       // of ghosts, with an owned node among their terms
  std::unique_ptr<la::Halo> halo_;  // of the mesh, if any rank has far_rows_
  std::vector<double> areas_;       // [nodes_]
  std::vector<double> forces_;      // along n, [rows_ and far_rows_]
  base::Vec3 moved_ = base::Vec3::Zero(), speed_ = base::Vec3::Zero();
  std::vector<base::Vec3> then_, normals_then_;  // [points_], of the last commit()
};

/// The half space below a plane: distance n . x.
class PlaneObstacle : public Obstacle {
 public:
  struct Data : Obstacle::Data {
    base::Vec3 point = base::Vec3::Zero(), normal = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p);
  PlaneObstacle(const Data& data, const fem::FindDomain& find);

 private:
  Nearest nearest(const base::Vec3& x) const override;
  const base::Vec3& origin() const override { return point_; }
  base::Vec3 point_, normal_;
};

/// A sphere (a disc in plane problems), |x| - R, or the wall of a hollow one, R - |x|; a cylinder without end, with the
/// distance from its axis for |x|.
class RoundObstacle : public Obstacle {
 public:
  struct Data : Obstacle::Data {
    base::Vec3 centre = base::Vec3::Zero();
    double radius = 0.0;
    bool hollow = false;
  };

 protected:
  /// `axis`: of a cylinder; zero of a sphere.
  RoundObstacle(const std::string& kind, const Data& data, const base::Vec3& axis, const fem::FindDomain& find);

 private:
  Nearest nearest(const base::Vec3& x) const override;
  const base::Vec3& origin() const override { return centre_; }
  base::Vec3 centre_;
  double radius_;
  bool hollow_;
  base::Mat3 across_;  // what of x counts
};

class SphereObstacle : public RoundObstacle {
 public:
  static void declare(base::Parameters<Data>& p);
  SphereObstacle(const Data& data, const fem::FindDomain& find);
};

class CylinderObstacle : public RoundObstacle {
 public:
  struct Data : RoundObstacle::Data {
    base::Vec3 axis = base::Vec3::UnitZ();
  };
  static void declare(base::Parameters<Data>& p);
  CylinderObstacle(const Data& data, const fem::FindDomain& find);
};

/// A box along the axes: the distance from its surface, with rounded level sets outside.
class BoxObstacle : public Obstacle {
 public:
  struct Data : Obstacle::Data {
    base::Vec3 low = base::Vec3::Zero(), high = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p);
  BoxObstacle(const Data& data, const fem::FindDomain& find);

 private:
  Nearest nearest(const base::Vec3& x) const override;
  const base::Vec3& origin() const override { return centre_; }
  base::Vec3 centre_, half_;
};

}  // namespace tenon::constraint
