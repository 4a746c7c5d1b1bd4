// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Weighted.hpp"
#include "parts.hpp"
#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tuples.hpp"

// Mappings of points to rigid bodies other than by nodal weights.
namespace tenon::mapping {

/// Base class of mappings with a given child, whose points are functions of a few parent nodes
/// each.
template <class Self>
class PointsMapping : public DifferentiatedMapping<Self, 3> {
 public:
  int block() const override { return block_; }
  std::vector<double> rest() const override {
    const auto rest = this->child().reference();
    return {rest.begin(), rest.end()};
  }

 protected:
  /// Creates the mapping.
  /// @param followed  parent nodes of the owned nodes of the child, in their order
  /// @note Collective.
  PointsMapping(std::string name, const fem::Domain& child, std::vector<la::State*> parents, WeightTable parent_nodes)
      : DifferentiatedMapping<Self, 3>(std::move(name),
                                       Tuples{std::move(parents), std::move(parent_nodes), owned(child)}),
        block_(child.state.block()) {
    this->adoptChild(child.state, owned(child));
  }

 private:
  static std::vector<std::int64_t> owned(const fem::Domain& child) {
    const auto all = child.mesh.nodePositions();
    return {all.begin(), all.begin() + child.mesh.layout().numOwned()};
  }
  int block_;
};

/// Skinning by dual quaternions. Each node is displaced by one rigid-body motion, a mean of those
/// of its bodies, so that the volume does not collapse if the bodies are twisted against one
/// another. With the quaternions q_k of the rotations, all in one hemisphere, b = sum w_k q_k, and
/// the displacement t_k of the node by body k alone,
///
///   u = Im(sum w_k t_k q_k b*) / |b|^2.
///
/// J, dJ/dt v and the geometric stiffness are computed by automatic differentiation.
/// @see Kavan et al., Geometric skinning with approximate dual quaternion blending, ACM TOG 27
///   (2008); SOFA's SkinningMapping
class Skinning : public PointsMapping<Skinning> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  using Data = Weighted::Data;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping.
  /// @throws InputError under the same conditions as Weighted, or if the parent has no rigid bodies
  /// @note Collective.
  Skinning(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  /// Computes the displacement of node i.
  template <class T>
  Vector<T> displacementOf(LocalIndex i, const std::vector<CurrentNode<T>>& nodes) const {
    const base::Vec3 place = this->childPosition(i);
    Eigen::Matrix<T, 4, 1> b = Eigen::Matrix<T, 4, 1>::Constant(T(0.0)), d = b;  // w, x, y, z
    for (const CurrentNode<T>& node : nodes) {
      const Eigen::Quaternion<T>& q = node.rotation;
      const Vector<T> t = node.displacementAt(place - node.rest);
      const double weight = isInOppositeHemisphere(nodes.front(), node) ? -node.weight : node.weight;
      const Vector<T> v = q.vec(), twisted = t * q.w() + t.cross(v);
      const T real = -(t.dot(v));
      b[0] = b[0] + q.w() * weight;
      d[0] = d[0] + real * weight;
      for (int c = 0; c < 3; ++c) b[c + 1] = b[c + 1] + v[c] * weight, d[c + 1] = d[c + 1] + twisted[c] * weight;
    }
    const Vector<T> bv = b.template tail<3>(), dv = d.template tail<3>();
    const T square = b.dot(b);
    const Vector<T> moved = dv * b[0] - bv * d[0] - dv.cross(bv);
    return moved / square;
  }

 private:
  base::Vec3 childPosition(LocalIndex i) const;
  /// Returns true if the quaternion of `node` lies in the other hemisphere than that of `first`.
  template <class T>
  static bool isInOppositeHemisphere(const CurrentNode<T>& first, const CurrentNode<T>& node) {
    const T dot = first.rotation.w() * node.rotation.w() + T(first.rotation.vec().dot(node.rotation.vec()));
    return dot < T(0.0);
  }
};

/// Points with displacements u_p and velocities v_p relative to the frame of a rigid body with the
/// origin o, the rotation R and the angular velocity omega (floating frame):
///
///   x = o + R (r_0 + u_p),   u = u_o + u_p + (R - 1)(r_0 + u_p),   J = [R; 1, -[R (r_0 + u_p)]x],
///   dJ/dt v = omega x (omega x r) + 2 omega x R v_p,   r = R (r_0 + u_p),
///   dJ^T/dq f = [0, R^T [f]x; -[f]x R, r f^T - (f . r) 1].
///
/// @see SOFA's DeformableOnRigidFrameMapping
class OnFrame : public PointsMapping<OnFrame> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    /// Object of the relative displacements; object of the rigid bodies; body by name or number.
    std::string parent, frame, body;
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping.
  /// @throws InputError if the numbers of nodes of `parent` and of the child differ, and if `frame`
  ///   has no such body
  /// @note Collective.
  OnFrame(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  /// Computes the displacement of one point.
  template <class T>
  Vector<T> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const base::Vec3 arm = nodes[0].rest - nodes[1].rest;
    const Vector<T> moved = arm.template cast<T>() + nodes[0].displacement;
    return nodes[1].displacement + nodes[0].displacement + rotationDisplacement<T>(nodes[1].rotation, moved);
  }
};

/// Projections of nodes onto a plane attached to a rigid body, through o + R (p - X) with the
/// normal n = R n_0:
///
///   x_c = x - n n . (x - o),   J = [1 - n n^T, ..] for the node,
///
/// and J by automatic differentiation for the body.
///
/// @see SOFA's ProjectionToPlaneMultiMapping
class PlaneProjection : public DifferentiatedMapping<PlaneProjection, 3> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data : TupleSource {
    std::string frame, body;  ///< object of the rigid bodies; body by name or number
    /// Point and normal of the plane in the reference configuration.
    base::Vec3 point{0, 0, 0}, normal{0, 0, 0};
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the projections.
  /// @throws InputError if the normal is zero, and if `frame` has no such body
  /// @note Collective.
  PlaneProjection(const Data& data, const fem::FindDomain& find);

  int block() const override { return block_; }
  std::vector<double> rest() const override;
  std::vector<base::Vec3> locations() const override;

  /// Computes the displacement of one projection without loss of digits.
  template <class T>
  Vector<T> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const base::Vec3 away = nodes[0].rest - point_;
    const double d0 = normal_.dot(away);
    const Vector<T> n0 = normal_.template cast<T>(), dn = rotationDisplacement<T>(nodes[1].rotation, n0), n = n0 + dn;
    const Vector<T> parted = nodes[0].displacement - nodes[1].displacementAt(point_ - nodes[1].rest);
    const T d_moved = dn.dot(Vector<T>(away.template cast<T>())) + n.dot(parted), d = d_moved + d0;
    const Vector<T> along = dn * d, across = n0 * d_moved;
    return nodes[0].displacement - along - across;
  }

 private:
  base::Vec3 point_, normal_;
  int block_;
};

/// Points of beams, each between two rigid bodies, with cubic Hermite interpolation along the line
/// of their origins. In the reference configuration let s in [0, 1] be the position from a to b, e
/// the unit vector and L the length of the line, and o = X - X(s) the offset across it:
///
///   u = h_00 u_a + h_01 u_b + (R_a - 1)(h_10 L e + (1 - s) o) + (R_b - 1)(h_11 L e + s o),
///
/// which is exact for a beam with small deflections. NodalWeights contains the equations of J.
/// @see SOFA's BeamLinearMapping; Przemieniecki, Theory of Matrix Structural Analysis (1968)
class BeamInterpolation : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::string parent;  ///< parent object: bodies in the order of the beams
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping. Beams connect each body of the parent with the next in their order. Each
  /// node follows the nearer one of the beams at the body nearest to the node.
  /// @throws InputError if there are fewer than two bodies, or if two successive bodies have the
  ///   same position
  /// @note Collective.
  BeamInterpolation(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
