#include "tenon/fem/kernels/PointwiseBlocks.hpp"

namespace tenon::fem {

template <int dim, int directions>
void PointwiseBlocks<dim, directions>::add(const Tangent<Lane, 3>& C, const Lane& weight, const Gradient* g) const {
  for (int a = 0; a < n_; ++a) addRow(C, weight, g, a);
}

// One component after the other, so that what a row needs stays in registers.
template <int dim, int directions>
void PointwiseBlocks<dim, directions>::addRow(const Tangent<Lane, 3>& C, const Lane& weight, const Gradient* g,
                                              int a) const {
  Lane* const K = K_ + a * n_ * dim * dim;
  Lane weighted[directions];
  for (int j = 0; j < directions; ++j) weighted[j] = weight * g[a][j];
  for (int i = 0; i < dim; ++i) {
    Lane stress[dim][directions];  // [k][l]: what a unit g_b[l] of component k does to row a, i
    for (int k = 0; k < dim; ++k)
      for (int l = 0; l < directionsOf(k); ++l) {
        stress[k][l] = weighted[0] * C.entry[i][0][rowOf(l, k)][l];
        for (int j = 1; j < directionsOf(i); ++j) stress[k][l] += weighted[j] * C.entry[rowOf(j, i)][j][rowOf(l, k)][l];
      }
    for (int b = firstOf(a); b < n_; ++b)
      for (int k = 0; k < dim; ++k) {
        Lane sum = K[(b * dim + i) * dim + k];
        for (int l = 0; l < directionsOf(k); ++l) sum += stress[k][l] * g[b][l];
        K[(b * dim + i) * dim + k] = sum;
      }
  }
}

template <int dim, int directions>
void PointwiseBlocks<dim, directions>::addDyads(int count, const TangentDyads<Lane>* C, const Lane* weight,
                                                const Gradient* g, Gradient* y) const {
  for (int p = 0; p < count; ++p)
    for (int a = 0; a < n_; ++a)
      for (int i = 0; i < dim; ++i) {
        Lane sum = C[p].G(i, 0) * g[p * n_ + a][0];
        for (int j = 1; j < dim; ++j) sum += C[p].G(i, j) * g[p * n_ + a][j];
        y[p * n_ + a][i] = sum;
      }
  for (int a = 0; a < n_; ++a) {
    Lane of_g[most_at_once][dim], straight[most_at_once][dim], crossed[most_at_once][dim];
    for (int p = 0; p < count; ++p)
      for (int i = 0; i < dim; ++i) {
        of_g[p][i] = weight[p] * C[p].alpha * g[p * n_ + a][i];
        straight[p][i] = weight[p] * C[p].beta * y[p * n_ + a][i];
        crossed[p][i] = weight[p] * C[p].gamma * y[p * n_ + a][i];
      }
    for (int b = firstOf(a); b < n_; ++b) {
      Lane* const K = K_ + (a * n_ + b) * dim * dim;
      Lane block[dim][dim], diagonal{};
      for (int i = 0; i < dim; ++i)
        for (int k = 0; k < dim; ++k) block[i][k] = K[i * dim + k];
      for (int p = 0; p < count; ++p)
        for (int i = 0; i < dim; ++i) {
          diagonal += of_g[p][i] * g[p * n_ + b][i];
          for (int k = 0; k < dim; ++k)
            block[i][k] += straight[p][i] * y[p * n_ + b][k] + crossed[p][k] * y[p * n_ + b][i];
        }
      for (int i = 0; i < dim; ++i) {
        block[i][i] += diagonal;
        for (int k = 0; k < dim; ++k) K[i * dim + k] = block[i][k];
      }
    }
  }
}

template <int dim, int directions>
void PointwiseBlocks<dim, directions>::addCoupling(int count, const PointCoupling& coupling, const Lane* weight,
                                                   const Gradient* g) const {
  Lane b[most_nodes][dim], d[most_nodes][dim], m[most_nodes][dim];
  for (int a = 0; a < n_; ++a)
    for (int k = 0; k < dim; ++k) b[a][k] = d[a][k] = m[a][k] = Lane{};
  for (int q = 0; q < count; ++q)
    for (int a = 0; a < n_; ++a)
      for (int j = 0; j < directions; ++j) {
        const Lane weighted = weight[q] * g[q * n_ + a][j];
        for (int k = 0; k < (j < dim ? dim : 1); ++k) {
          const int i = rowOf(j, k);
          b[a][k] += coupling.B[q](i, j) * weighted;
          d[a][k] += coupling.D[q](i, j) * weighted;
          m[a][k] += coupling.M[q](i, j) * weighted;
        }
      }
  for (int a = 0; a < n_; ++a)
    for (int to = firstOf(a); to < n_; ++to)
      for (int i = 0; i < dim; ++i)
        for (int k = 0; k < dim; ++k)
          K_[((a * n_ + to) * dim + i) * dim + k] += b[a][i] * m[to][k] + m[a][i] * (d[to][k] + coupling.N * m[to][k]);
}

template class PointwiseBlocks<2, 2>;
template class PointwiseBlocks<2, 3>;
template class PointwiseBlocks<3, 3>;

}  // namespace tenon::fem
