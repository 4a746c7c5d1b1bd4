#pragma once
#include "tenon/fem/SolidKernel.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// What a material has at the points of `num_lanes` elements side by side, [batches x points]; null: nothing.
struct PointFields {
  const Fibres* fibres = nullptr;
  const Lane* internal = nullptr;  ///< [batches x points x numInternal()]
  double dt = 0;                   ///< of the step, see MaterialLaw
  LocalIndex first_cell = 0;       ///< number of the first element among the cells of the solid
};

/// Room for what is written as a whole before it is read: tensors would be zeroed first, which took a fifth of the time
/// of a tetrahedron's force.
template <class T>
union Unset {
  T value;
  Unset() {}
};

/// Force and stiffness of a solid of one cell type whose law depends on the motion:
///   f_a = s * integral of P g_a,   K_ab = df_a/du_b,   s = `scale`: -1 for the force on the nodes, times thickness
/// Axisymmetric cells lie in the plane (r, y), and dV = 2 pi r dA: f is that of the whole ring. There H has the hoop
/// strain H_zz = u_r / r, with z around the axis, and so f_r has P_zz N_a / r more.
/// The law is asked for all points of 8 elements in one call, for tangents `tangents_at_once` at a time: 81 numbers for
/// each lane of each point, which have to stay in the nearest cache.
template <CellType type, bool is_axisymmetric = false>
struct PointwiseKernel {
  using Table = ShapeTable<type, Purpose::stiffness>;
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;
  static constexpr int tangents_at_once = std::min(points, 4), dyads_at_once = std::min(points, 8);
  static_assert(points <= MaterialLaw::max_points);
  static_assert(dim == 2 || !is_axisymmetric);
  static constexpr int num_directions = dim + is_axisymmetric;  ///< of a shape function's gradient: N_a / r is the last

  const la::ElementTable& elements;
  const double* rest;          ///< [nodes x dim]
  const double* displacement;  ///< [nodes x dim]
  const MaterialLaw& law;
  double scale;
  PointFields fields = {};

  /// f += force of elements [first, first + count) at the displacement; `f`: [nodes x dim]. Gives the least det F of
  /// each element.
  Lane addForce(LocalIndex first, int count, double* f) const {
    Unset<Tensor<Lane>[points]> P;
    Places places;
    Lane least;
    integrate(first, count, f, places, {displacement}, [&](const auto& H) {
      least = leastVolumeRatio(H[0]);
      law.stress(at(first, H[0], places), P.value);
      return &P.value[0];
    });
    return least;
  }

  /// df += K dx of elements [first, first + count), without K; both arrays: [nodes x dim].
  void addStiffnessTimes(LocalIndex first, int count, const double* dx, double* df) const {
    Unset<Tensor<Lane>[points]> dP;
    Places places;
    integrate(first, count, df, places, {displacement, dx}, [&](const auto& H) {
      law.stressChange(at(first, H[0], places), H[1], dP.value);
      return &dP.value[0];
    });
  }

  /// -s times the integral of W over elements [first, first + count).
  double energy(LocalIndex first, int count) const {
    Tensor<Lane> H[1][points];
    Places places;
    gradients(first, places, {displacement}, H);
    Lane W[points], sum{};
    law.energy(at(first, H[0], places), W);
    for (int q = 0; q < points; ++q) sum += places.measure[q] * W[q];
    double energy = 0.0;
    for (int lane = 0; lane < count; ++lane) energy -= sum[lane];
    return energy;
  }

  /// K of elements [first, first + num_lanes), as la::Accumulator::addElements() wants it: blocks a <= b only where it
  /// is symmetric.
  void stiffness(LocalIndex first, Lane* K, la::ElementSymmetry symmetry) const {
    Lane x[n][dim], u[n][dim];
    gather(elements, first, rest, x);
    gather(elements, first, displacement, u);
    if constexpr (!is_axisymmetric)
      if (law.hasDyads()) return dyadStiffness(first, x, u, K, symmetry);
    std::fill(K, K + n * n * dim * dim, Lane{});
    if (law.coupled() != nullptr) return coupledStiffness(*law.coupled(), first, x, u, K, symmetry);
    for (int begin = 0; begin < points; begin += tangents_at_once) {
      const int count = std::min(tangents_at_once, points - begin);
      Lane g[tangents_at_once][n][num_directions], weight[tangents_at_once];
      Tensor<Lane> H[tangents_at_once];
      for (int p = 0; p < count; ++p) weight[p] = gradientsAt(begin + p, x, u, g[p], H[p]);
      Tangent<Lane, 3> C[tangents_at_once];
      law.tangent(pointsFrom(first, begin, count, H), C);
      for (int p = 0; p < count; ++p)
        for (int a = 0; a < n; ++a)
          addRow(C[p], weight[p], g[p], a, symmetry == la::ElementSymmetry::symmetric ? a : 0, K + a * n * dim * dim);
    }
  }

  /// Internal variables of elements [first, first + num_lanes) at the end of the step: [points x numInternal()].
  void evolve(LocalIndex first, Lane* next) const {
    Tensor<Lane> H[1][points];
    Places places;
    gradients(first, places, {displacement}, H);
    law.evolve(at(first, H[0], places), next);
  }

  /// The points of one element, `num_lanes` of them side by side: H (of a coupled law: what its point law sees) and,
  /// where the material has them, directions, [batches], and internal variables, [batches x numInternal()]. Lanes
  /// beyond the last point are at the first one.
  void pointsOf(LocalIndex element, Tensor<Lane>* H, Fibres* fibres, Lane* internal) const {
    Tensor<Lane> of_lanes[1][points];
    Places places;
    const LocalIndex first = element - element % base::num_lanes;
    const int lane = element % base::num_lanes;
    gradients(first, places, {displacement}, of_lanes);
    if (law.coupled() != nullptr) law.complete(at(first, of_lanes[0], places), of_lanes[0]);
    const Fibres* of_points = fibresOf(first, 0);
    constexpr int size = (points + base::num_lanes - 1) / base::num_lanes * base::num_lanes;
    for (int p = 0; p < size; ++p) {
      const int q = p < points ? p : 0, batch = p / base::num_lanes, to = p % base::num_lanes;
      for (int k = 0; k < law.numInternal(); ++k)
        internal[batch * law.numInternal() + k][to] = internalOf(first, q)[k][lane];
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) H[batch](i, j)[to] = of_lanes[0][q](i, j)[lane];
        if (of_points == nullptr) continue;
        fibres[batch].fibre[i][to] = of_points[q].fibre[i][lane];
        fibres[batch].sheet[i][to] = of_points[q].sheet[i][lane];
      }
    }
  }

 private:
  struct Places {
    Lane adjoint[points][dim][dim];  ///< adjugate of the Jacobian
    Lane weight[points];             ///< times scale, and the sign of the determinant
    Lane measure[points];            ///< times scale and volume
    Lane per_radius[points];         ///< measure / r of axisymmetric cells
  };

  /// A change of u_k at node a changes H_ij by g_a[j], j < directions(k), i = row(j, k): i = k, and the hoop strain
  /// with u_r alone.
  static constexpr int directions(int component) { return component == 0 ? num_directions : dim; }
  static constexpr int row(int direction, int component) { return direction < dim ? component : direction; }

  const Fibres* fibresOf(LocalIndex first, int point) const {
    return fields.fibres == nullptr ? nullptr
                                    : fields.fibres + std::ptrdiff_t(first / base::num_lanes) * points + point;
  }
  const Lane* internalOf(LocalIndex first, int point) const {
    return fields.internal == nullptr
               ? nullptr
               : fields.internal + (std::ptrdiff_t(first / base::num_lanes) * points + point) * law.numInternal();
  }
  LawPoints at(LocalIndex first, const Tensor<Lane>* H, const Places& places) const {
    return {points, H, fibresOf(first, 0), places.measure, internalOf(first, 0), fields.dt, fields.first_cell + first};
  }

  LawPoints pointsFrom(LocalIndex first, int begin, int count, const Tensor<Lane>* H) const {
    return {count, H, fibresOf(first, begin), nullptr, internalOf(first, begin), fields.dt, fields.first_cell + first};
  }

  /// K of a law that gives its tangent by dyads: with y_a = G g_a,
  ///   K_ab = sum of w (alpha (g_a . g_b) I + beta y_a y_b^T + gamma y_b y_a^T)
  void dyadStiffness(LocalIndex first, const Lane (&x)[n][dim], const Lane (&u)[n][dim], Lane* K,
                     la::ElementSymmetry symmetry) const {
    for (int begin = 0; begin < points; begin += dyads_at_once) {
      const int count = std::min(dyads_at_once, points - begin);
      Lane g[dyads_at_once][n][dim], y[dyads_at_once][n][dim], weight[dyads_at_once];
      Tensor<Lane> H[dyads_at_once];
      for (int p = 0; p < count; ++p) weight[p] = gradientsAt(begin + p, x, u, g[p], H[p]);
      TangentDyads<Lane> C[dyads_at_once];
      law.dyads(pointsFrom(first, begin, count, H), C);
      for (int p = 0; p < count; ++p)
        for (int a = 0; a < n; ++a)
          for (int i = 0; i < dim; ++i) {
            y[p][a][i] = C[p].G(i, 0) * g[p][a][0];
            for (int j = 1; j < dim; ++j) y[p][a][i] += C[p].G(i, j) * g[p][a][j];
          }
      for (int a = 0; a < n; ++a) {
        Lane of_g[dyads_at_once][dim], straight[dyads_at_once][dim], crossed[dyads_at_once][dim];
        for (int p = 0; p < count; ++p)
          for (int i = 0; i < dim; ++i) {
            of_g[p][i] = weight[p] * C[p].alpha * g[p][a][i];
            straight[p][i] = weight[p] * C[p].beta * y[p][a][i];
            crossed[p][i] = weight[p] * C[p].gamma * y[p][a][i];
          }
        for (int b = symmetry == la::ElementSymmetry::symmetric ? a : 0; b < n; ++b)
          addDyads(begin == 0, count, of_g, straight, crossed, g, y, b, K + (a * n + b) * dim * dim);
      }
    }
  }

  using PointRows = Lane[dyads_at_once][dim];
  using PointGradients = Lane[dyads_at_once][n][dim];
  static void addDyads(bool is_first, int count, const PointRows& of_g, const PointRows& straight,
                       const PointRows& crossed, const PointGradients& g, const PointGradients& y, int b, Lane* K) {
    Lane block[dim][dim] = {}, diagonal{};
    for (int p = 0; p < count; ++p)
      for (int i = 0; i < dim; ++i) {
        diagonal += of_g[p][i] * g[p][b][i];
        for (int k = 0; k < dim; ++k) block[i][k] += straight[p][i] * y[p][b][k] + crossed[p][k] * y[p][b][i];
      }
    for (int i = 0; i < dim; ++i) {
      block[i][i] += diagonal;
      for (int k = 0; k < dim; ++k) K[i * dim + k] = is_first ? block[i][k] : K[i * dim + k] + block[i][k];
    }
  }

  /// K of a law that couples the points of an element: with m_a = sum of w M g_a, and b and d of B and D,
  ///   K_ab = sum of w g_a C g_b + b_a m_b + m_a (d_b + N m_b)
  void coupledStiffness(const CoupledLaw& coupled, LocalIndex first, const Lane (&x)[n][dim], const Lane (&u)[n][dim],
                        Lane* K, la::ElementSymmetry symmetry) const {
    Lane g[points][n][num_directions], weight[points];
    Tensor<Lane> H[points];
    for (int q = 0; q < points; ++q) weight[q] = gradientsAt(q, x, u, g[q], H[q]);
    Tangent<Lane, 3> C[points];
    PointCoupling coupling;
    coupled.tangent({points, H, fibresOf(first, 0), weight, internalOf(first, 0), fields.dt, fields.first_cell + first},
                    C, coupling);
    Lane b[n][dim] = {}, d[n][dim] = {}, m[n][dim] = {};
    for (int q = 0; q < points; ++q)
      for (int a = 0; a < n; ++a)
        for (int j = 0; j < num_directions; ++j) {
          const Lane weighted = weight[q] * g[q][a][j];
          for (int k = 0; k < (j < dim ? dim : 1); ++k) {
            const int i = row(j, k);
            b[a][k] += coupling.B[q](i, j) * weighted;
            d[a][k] += coupling.D[q](i, j) * weighted;
            m[a][k] += coupling.M[q](i, j) * weighted;
          }
        }
    const bool is_symmetric = symmetry == la::ElementSymmetry::symmetric;
    for (int a = 0; a < n; ++a) {
      const int from = is_symmetric ? a : 0;
      for (int q = 0; q < points; ++q) addRow(C[q], weight[q], g[q], a, from, K + a * n * dim * dim);
      for (int to = from; to < n; ++to)
        for (int i = 0; i < dim; ++i)
          for (int k = 0; k < dim; ++k)
            K[((a * n + to) * dim + i) * dim + k] += b[a][i] * m[to][k] + m[a][i] * (d[to][k] + coupling.N * m[to][k]);
    }
  }

  static Tensor<Lane> inSpace(const Lane (&H)[dim][dim]) {
    Tensor<Lane> full;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) full(i, j) = H[i][j];
    return full;
  }

  static Lane leastVolumeRatio(const Tensor<Lane>* H) {
    Lane least = determinant(deformation(H[0]));
    for (int q = 1; q < points; ++q) {
      const Lane ratio = determinant(deformation(H[q]));
      least = ratio < least || ratio != ratio ? ratio : least;
    }
    return least;
  }

  /// Gradients g[a] of the shape functions at a point, and H; gives s times weight times volume.
  Lane gradientsAt(int q, const Lane (&x)[n][dim], const Lane (&u)[n][dim], Lane (&g)[n][num_directions],
                   Tensor<Lane>& H) const {
    Lane gradient[dim][dim];
    if constexpr (!is_axisymmetric) {
      const Lane weight = scale * fem::gradientsAt(Table::get(), q, x, g);
      displacementGradient(u, g, gradient);
      H = inSpace(gradient);
      return weight;
    } else {
      Lane in_plane[n][dim];
      const Lane weight = scale * fem::gradientsAt(Table::get(), q, x, in_plane);
      displacementGradient(u, in_plane, gradient);
      H = inSpace(gradient);
      const Lane r = radiusAt(Table::get(), q, x), reciprocal = 1.0 / r;
      for (int a = 0; a < n; ++a) {
        g[a][0] = in_plane[a][0], g[a][1] = in_plane[a][1], g[a][2] = Table::get().shape[q][a] * reciprocal;
        H(2, 2) += g[a][2] * u[a][0];
      }
      return 2 * M_PI * r * weight;
    }
  }

  /// Gradients of nodal fields at all points: H = D adj(J) / det J.
  template <int num_fields>
  void gradients(LocalIndex first, Places& places, const double* const (&nodal)[num_fields],
                 Tensor<Lane> (&H)[num_fields][points]) const {
    CellField<Table> x, fields_of[num_fields];
    x.gather(elements, first, rest);
    for (int k = 0; k < num_fields; ++k) fields_of[k].gather(elements, first, nodal[k]);
    for (int q = 0; q < points; ++q) {
      Lane J[dim][dim], D[dim][dim], gradient[dim][dim];
      x.gradient(q, J);
      const Lane det = adjugate(J, places.adjoint[q]), reciprocal = 1.0 / det;
      for (int k = 0; k < num_fields; ++k) {
        fields_of[k].gradient(q, D);
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j) gradient[i][j] = reciprocal * rowTimesColumn(D, i, places.adjoint[q], j);
        H[k][q] = inSpace(gradient);
      }
      places.weight[q] = scale * x.weight(q) * sign<dim>(det);
      places.measure[q] = places.weight[q] * det;
      if constexpr (is_axisymmetric) {
        Lane place[dim], value[dim];
        x.value(q, place);
        for (int k = 0; k < num_fields; ++k) {
          fields_of[k].value(q, value);
          H[k][q](dim, dim) = value[0] / place[0];
        }
        places.per_radius[q] = 2 * M_PI * places.measure[q];
        places.weight[q] *= 2 * M_PI * place[0];
        places.measure[q] *= 2 * M_PI * place[0];
      }
    }
  }

  /// sum_a += s * integral of P grad N_a, P = stress(gradients of `nodal` fields): P grad N_a dV = (P adj(J)^T)
  /// dN_a/dxi.
  template <int num_fields, class Stress>
  void integrate(LocalIndex first, int count, double* sum, Places& places, const double* const (&nodal)[num_fields],
                 Stress&& stress) const {
    Unset<Tensor<Lane>[num_fields][points]> H;
    gradients(first, places, nodal, H.value);
    // Cells of one point are done before what they ask for is there: without it a tetrahedron's force is 8 % quicker.
    if constexpr (points > 1)
      for (const double* array : {rest, nodal[0], static_cast<const double*>(sum)})
        fetchAhead<n, dim>(elements, first + base::num_lanes, array);
    const Tensor<Lane>* P = stress(H.value);
    CellField<Table> result;
    result.clear();
    for (int q = 0; q < points; ++q) {
      Lane T[dim][dim];
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) {
          Lane entry = P[q](i, 0) * places.adjoint[q][j][0];
          for (int k = 1; k < dim; ++k) entry += P[q](i, k) * places.adjoint[q][j][k];
          T[i][j] = places.weight[q] * entry;
        }
      result.addGradient(q, T);
      if constexpr (is_axisymmetric) result.addValue(q, {places.per_radius[q] * P[q](dim, dim), Lane{}});
    }
    result.scatterAdd(elements, first, count, sum);
  }

  /// K_ab[i][k] += w g_a[j] C_ijkl g_b[l] for b >= from; one i after the other, so that what a row needs stays in
  /// registers.
  static void addRow(const Tangent<Lane, 3>& C, const Lane& weight, const Lane (&g)[n][num_directions], int a, int from,
                     Lane* K) {
    Lane weighted[num_directions];
    for (int j = 0; j < num_directions; ++j) weighted[j] = weight * g[a][j];
    for (int i = 0; i < dim; ++i) {
      Lane stress[dim][num_directions];  // [k][l]: what a unit g_b[l] of component k does to row a, i
      for (int k = 0; k < dim; ++k)
        for (int l = 0; l < directions(k); ++l) {
          stress[k][l] = weighted[0] * C.entry[i][0][row(l, k)][l];
          for (int j = 1; j < directions(i); ++j) stress[k][l] += weighted[j] * C.entry[row(j, i)][j][row(l, k)][l];
        }
      for (int b = from; b < n; ++b)
        for (int k = 0; k < dim; ++k) {
          Lane sum = K[(b * dim + i) * dim + k];
          for (int l = 0; l < directions(k); ++l) sum += stress[k][l] * g[b][l];
          K[(b * dim + i) * dim + k] = sum;
        }
    }
  }
};

}  // namespace tenon::fem
