#pragma once
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/la/Accumulator.hpp"

namespace tenon::fem {

/// The blocks K_ab, [dim x dim], of elements with `num_nodes` nodes each, whose gradients at a point are g_a,
/// [directions]: `directions` is dim, and one more where cells are axisymmetric, g_a[dim] = N_a / r. A change of u_k at
/// node a changes H_ij by g_a[j], j < dim, i = k, and H_zz by g_a[dim] where k is 0. For any number of nodes: fifteen
/// copies of this, one for each type of cell, were no faster, and a minute to compile.
template <int dim, int directions>
class PointwiseBlocks {
 public:
  using Gradient = Lane[directions];

  /// `K`: [nodes x nodes x dim x dim], of which a <= b is added to where it is symmetric.
  PointwiseBlocks(int num_nodes, la::ElementSymmetry symmetry, Lane* K)
      : n_(num_nodes), is_symmetric_(symmetry == la::ElementSymmetry::symmetric), K_(K) {}

  /// K_ab[i][k] += w g_a[j] C_ijkl g_b[l] at one point.
  void add(const Tangent<Lane, 3>& C, const Lane& weight, const Gradient* g) const;

  /// The same at `count` points of tangents by dyads, g: [points x nodes]. With y_a = G g_a
  ///   K_ab += sum of w (alpha (g_a . g_b) I + beta y_a y_b^T + gamma y_b y_a^T)
  /// `y`: room for [points x nodes].
  void addDyads(int count, const TangentDyads<Lane>* C, const Lane* weight, const Gradient* g, Gradient* y) const;

  /// What a law that couples the `count` points of an element adds: with m_a = sum of w M g_a, and b and d of B and D,
  ///   K_ab += b_a m_b + m_a (d_b + N m_b)
  void addCoupling(int count, const PointCoupling& coupling, const Lane* weight, const Gradient* g) const;

  static constexpr int most_nodes = 27, most_at_once = 8;  ///< of addDyads()

 private:
  static constexpr int directionsOf(int component) { return component == 0 ? directions : dim; }
  static constexpr int rowOf(int direction, int component) { return direction < dim ? component : direction; }
  void addRow(const Tangent<Lane, 3>& C, const Lane& weight, const Gradient* g, int a) const;

  int firstOf(int a) const { return is_symmetric_ ? a : 0; }

  int n_;
  bool is_symmetric_;
  Lane* K_;
};

extern template class PointwiseBlocks<2, 2>;
extern template class PointwiseBlocks<2, 3>;
extern template class PointwiseBlocks<3, 3>;

}  // namespace tenon::fem
