#pragma once
#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tenon/mapping/Weighted.hpp"
#include "tenon/mapping/parts.hpp"
#include "tenon/mapping/tuples.hpp"

// Points that follow rigid bodies in other ways than by weights.
namespace tenon::mapping {

/// A child that is given, points of which each is a function of a few nodes.
template <class Self>
class PointsMapping : public DifferentiatedMapping<Self, 3> {
 public:
  int block() const override { return block_; }
  std::vector<double> rest() const override {
    const auto rest = this->child().rest();
    return {rest.begin(), rest.end()};
  }

 protected:
  /// Collective. `followed`: by owned nodes of the child, in their order.
  PointsMapping(std::string name, const fem::Domain& child, std::vector<la::State*> parents, WeightTable followed)
      : DifferentiatedMapping<Self, 3>(std::move(name), Tuples{std::move(parents), std::move(followed), owned(child)}),
        block_(child.state.block()) {
    this->moveChild(child.state, owned(child));
  }

 private:
  static std::vector<std::int64_t> owned(const fem::Domain& child) {
    const auto all = child.mesh.nodePositions();
    return {all.begin(), all.begin() + child.mesh.layout().numOwned()};
  }
  int block_;
};

/// Skinning by dual quaternions: each node moves by one rigid motion, a mean of those of its bodies, so that nothing
/// collapses where these are twisted against one another. With the quaternions q_k of their rotations from rest, all on
/// one side, b = sum w_k q_k, and t_k how far body k alone carries the node,
///   u = Im(sum w_k t_k q_k b*) / |b|^2.
/// J, J. v and the geometric stiffness are found by automatic differentiation.
/// Source: Kavan et al., Geometric skinning with approximate dual quaternion blending, ACM TOG 27 (2008); SOFA's
/// SkinningMapping.
class Skinning : public PointsMapping<Skinning> {
 public:
  static constexpr bool acts_on_frames = true;
  using Data = Weighted::Data;
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError as Weighted, and where the parent has no rigid bodies.
  Skinning(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  template <class T>
  Vector<T> displacementOf(LocalIndex i, const std::vector<MovedNode<T>>& nodes) const {
    const base::Vec3 place = this->placeOf(i);
    Eigen::Matrix<T, 4, 1> b = Eigen::Matrix<T, 4, 1>::Constant(T(0.0)), d = b;  // w, x, y, z
    for (const MovedNode<T>& node : nodes) {
      const Eigen::Quaternion<T>& q = node.rotation;
      const Vector<T> t = node.motionOf(place - node.rest);
      const double weight = isTurnedAway(nodes.front(), node) ? -node.weight : node.weight;
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
  base::Vec3 placeOf(LocalIndex i) const;
  /// Of the two quaternions of a rotation that of the other side.
  template <class T>
  static bool isTurnedAway(const MovedNode<T>& first, const MovedNode<T>& node) {
    const T dot = first.rotation.w() * node.rotation.w() + T(first.rotation.vec().dot(node.rotation.vec()));
    return dot < T(0.0);
  }
};

/// Points given in a body's own frame, where they move: an object with a frame that floats,
///   x = o + R (r_0 + u_p),   u = u_o + u_p + (R - 1)(r_0 + u_p),   J = [R; 1, -[R (r_0 + u_p)]x],
///   J. v = w x (w x r) + 2 w x R v_p,   r = R (r_0 + u_p);   dJ^T/dq f = [0, R^T [f]x; -[f]x R, r f^T - (f . r) 1].
/// Source: SOFA's DeformableOnRigidFrameMapping.
class OnFrame : public PointsMapping<OnFrame> {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent, frame, body;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where `parent` has not as many nodes as the child, and where `frame` has no such body.
  OnFrame(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  template <class T>
  Vector<T> displacementOf(LocalIndex, const std::vector<MovedNode<T>>& nodes) const {
    const base::Vec3 arm = nodes[0].rest - nodes[1].rest;
    const Vector<T> moved = arm.template cast<T>() + nodes[0].displacement;
    return nodes[1].displacement + nodes[0].displacement + turned<T>(nodes[1].rotation, moved);
  }
};

/// The feet of nodes on a plane that a rigid body carries, o + R (p - X) and n = R n_0:
///   x_c = x - n n . (x - o),   J = [1 - n n^T, ..] for the node, by automatic differentiation for the body.
/// Source: SOFA's ProjectionToPlaneMultiMapping.
class PlaneProjection : public DifferentiatedMapping<PlaneProjection, 3> {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data : TupleSource {
    std::string frame, body;
    base::Vec3 point{0, 0, 0}, normal{0, 0, 0};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a normal of no length, and where `frame` has no such body.
  PlaneProjection(const Data& data, const fem::FindDomain& find);

  int block() const override { return block_; }
  std::vector<double> rest() const override;
  std::vector<base::Vec3> places() const override;

  template <class T>
  Vector<T> displacementOf(LocalIndex, const std::vector<MovedNode<T>>& nodes) const {
    const base::Vec3 away = nodes[0].rest - point_;
    const double d0 = normal_.dot(away);
    const Vector<T> n0 = normal_.template cast<T>(), dn = turned<T>(nodes[1].rotation, n0), n = n0 + dn;
    const Vector<T> parted = nodes[0].displacement - nodes[1].motionOf(point_ - nodes[1].rest);
    const T d_moved = dn.dot(Vector<T>(away.template cast<T>())) + n.dot(parted), d = d_moved + d0;
    const Vector<T> along = dn * d, across = n0 * d_moved;
    return nodes[0].displacement - along - across;
  }

 private:
  base::Vec3 point_, normal_;
  int block_;
};

/// Points of beams, each between two rigid bodies along the line of their origins: with s in [0, 1] from a to b at
/// rest, the line's unit vector e, its length L, and o = X - X(s) across it,
///   u = h_00 u_a + h_01 u_b + (R_a - 1)(h_10 L e + (1 - s) o) + (R_b - 1)(h_11 L e + s o),
/// the cubic polynomials of Hermite: of a beam that bends but little its exact deflection. Equations of J at
/// NodalWeights. Source: SOFA's BeamLinearMapping; Przemieniecki, Theory of Matrix Structural Analysis (1968).
class BeamInterpolation : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. Beams go from each body of the parent to the next in their order; each node follows the nearer one of
  /// those at the body nearest to it.
  /// InputError for fewer than two bodies, or two neighbours in one place.
  BeamInterpolation(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
