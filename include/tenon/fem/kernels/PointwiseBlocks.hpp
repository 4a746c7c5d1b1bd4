#pragma once
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/la/Accumulator.hpp"

namespace tenon::fem {

/// The blocks K_ab, [dim x dim], of elements with `num_nodes` nodes each, whose gradients at a point are g_a,
/// [directions]: `directions` is dim, and one more where cells are axisymmetric, g_a[dim] = N_a / r. A change of u_k at
/// node a changes H_ij by g_a[j], j < dim, i = k, and H_zz by g_a[dim] where k is 0. `nodes`: as many, or 0
/// for any number. Known before, it halves the time of a tetrahedron's tangent (17 ms instead of 31 for 162,000); that
/// of hexahedra is no longer without, and copies for all types of cells take some fifteen seconds to compile.
template <int dim, int directions, int nodes = 0>
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
  /// `y`: room for [points x nodes]. The first points' blocks replace what is in K: filling it with zeros and adding to
  /// them doubled the time of a tetrahedron's tangent.
  void addDyads(bool are_first, int count, const TangentDyads<Lane>* C, const Lane* weight, const Gradient* g,
                Gradient* y) const;

  /// What a law that couples the `count` points of an element adds: with m_a = sum of w M g_a, and b and d of B and D,
  ///   K_ab += b_a m_b + m_a (d_b + N m_b)
  void addCoupling(int count, const PointCoupling& coupling, const Lane* weight, const Gradient* g) const;

  static constexpr int most_nodes = 27, most_at_once = 8;  ///< of addDyads()

 private:
  static constexpr int directionsOf(int component) { return component == 0 ? directions : dim; }
  static constexpr int rowOf(int direction, int component) { return direction < dim ? component : direction; }
  void addRow(const Tangent<Lane, 3>& C, const Lane& weight, const Gradient* g, int a) const;

  int n() const { return nodes > 0 ? nodes : n_; }
  int firstOf(int a) const { return is_symmetric_ ? a : 0; }

  int n_;
  bool is_symmetric_;
  Lane* K_;
};

template <int dim, int directions, int nodes>
void PointwiseBlocks<dim, directions, nodes>::add(const Tangent<Lane, 3>& C, const Lane& weight,
                                                  const Gradient* g) const {
  for (int a = 0; a < n(); ++a) addRow(C, weight, g, a);
}

// One component after the other, so that what a row needs stays in registers.
template <int dim, int directions, int nodes>
void PointwiseBlocks<dim, directions, nodes>::addRow(const Tangent<Lane, 3>& C, const Lane& weight, const Gradient* g,
                                                     int a) const {
  Lane* const K = K_ + a * n() * dim * dim;
  Lane weighted[directions];
  for (int j = 0; j < directions; ++j) weighted[j] = weight * g[a][j];
  for (int i = 0; i < dim; ++i) {
    Lane stress[dim][directions];  // [k][l]: what a unit g_b[l] of component k does to row a, i
    for (int k = 0; k < dim; ++k)
      for (int l = 0; l < directionsOf(k); ++l) {
        stress[k][l] = weighted[0] * C.entry[i][0][rowOf(l, k)][l];
        for (int j = 1; j < directionsOf(i); ++j) stress[k][l] += weighted[j] * C.entry[rowOf(j, i)][j][rowOf(l, k)][l];
      }
    for (int b = firstOf(a); b < n(); ++b)
      for (int k = 0; k < dim; ++k) {
        Lane sum = K[(b * dim + i) * dim + k];
        for (int l = 0; l < directionsOf(k); ++l) sum += stress[k][l] * g[b][l];
        K[(b * dim + i) * dim + k] = sum;
      }
  }
}

template <int dim, int directions, int nodes>
void PointwiseBlocks<dim, directions, nodes>::addDyads(bool are_first, int count, const TangentDyads<Lane>* C,
                                                       const Lane* weight, const Gradient* g, Gradient* y) const {
  for (int p = 0; p < count; ++p)
    for (int a = 0; a < n(); ++a)
      for (int i = 0; i < dim; ++i) {
        Lane sum = C[p].G(i, 0) * g[p * n() + a][0];
        for (int j = 1; j < dim; ++j) sum += C[p].G(i, j) * g[p * n() + a][j];
        y[p * n() + a][i] = sum;
      }
  for (int a = 0; a < n(); ++a) {
    Lane of_g[most_at_once][dim], straight[most_at_once][dim], crossed[most_at_once][dim];
    for (int p = 0; p < count; ++p)
      for (int i = 0; i < dim; ++i) {
        of_g[p][i] = weight[p] * C[p].alpha * g[p * n() + a][i];
        straight[p][i] = weight[p] * C[p].beta * y[p * n() + a][i];
        crossed[p][i] = weight[p] * C[p].gamma * y[p * n() + a][i];
      }
    for (int b = firstOf(a); b < n(); ++b) {
      Lane* const K = K_ + (a * n() + b) * dim * dim;
      Lane block[dim][dim] = {}, diagonal{};
      for (int p = 0; p < count; ++p)
        for (int i = 0; i < dim; ++i) {
          diagonal += of_g[p][i] * g[p * n() + b][i];
          for (int k = 0; k < dim; ++k)
            block[i][k] += straight[p][i] * y[p * n() + b][k] + crossed[p][k] * y[p * n() + b][i];
        }
      for (int i = 0; i < dim; ++i) {
        block[i][i] += diagonal;
        for (int k = 0; k < dim; ++k) K[i * dim + k] = are_first ? block[i][k] : K[i * dim + k] + block[i][k];
      }
    }
  }
}

template <int dim, int directions, int nodes>
void PointwiseBlocks<dim, directions, nodes>::addCoupling(int count, const PointCoupling& coupling, const Lane* weight,
                                                          const Gradient* g) const {
  Lane b[most_nodes][dim], d[most_nodes][dim], m[most_nodes][dim];
  for (int a = 0; a < n(); ++a)
    for (int k = 0; k < dim; ++k) b[a][k] = d[a][k] = m[a][k] = Lane{};
  for (int q = 0; q < count; ++q)
    for (int a = 0; a < n(); ++a)
      for (int j = 0; j < directions; ++j) {
        const Lane weighted = weight[q] * g[q * n() + a][j];
        for (int k = 0; k < (j < dim ? dim : 1); ++k) {
          const int i = rowOf(j, k);
          b[a][k] += coupling.B[q](i, j) * weighted;
          d[a][k] += coupling.D[q](i, j) * weighted;
          m[a][k] += coupling.M[q](i, j) * weighted;
        }
      }
  for (int a = 0; a < n(); ++a)
    for (int to = firstOf(a); to < n(); ++to)
      for (int i = 0; i < dim; ++i)
        for (int k = 0; k < dim; ++k)
          K_[((a * n() + to) * dim + i) * dim + k] += b[a][i] * m[to][k] + m[a][i] * (d[to][k] + coupling.N * m[to][k]);
}

extern template class PointwiseBlocks<2, 2>;
extern template class PointwiseBlocks<2, 3>;
extern template class PointwiseBlocks<3, 3>;

}  // namespace tenon::fem
