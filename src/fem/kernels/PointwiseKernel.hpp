// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "PointwiseBlocks.hpp"
#include "currentGradients.hpp"

namespace tenon::fem {

/// Material data at the points of `num_lanes` elements, [batches x points]; null if there are none.
struct PointFields {
  /// Fibre directions, [batches x points].
  const Fibres* fibres = nullptr;
  const Lane* internal = nullptr;  ///< internal variables, [batches x points x numInternal()]
  double dt = 0;                   ///< length of the step, see MaterialLaw
  LocalIndex first_cell = 0;       ///< number of the first element among the cells of the solid
};

/// Uninitialised storage for values that are written completely before they are read. Tensors would
/// be set to zero first, which took a fifth of the time of the force of a tetrahedron.
template <class T>
union Uninitialised {
  T value;  ///< value, without initialisation
  Uninitialised() {}
};

/// Force and stiffness of a solid of one cell type with a nonlinear material model:
///   f_a = s * integral of P g_a,   K_ab = df_a/du_b,   s = `scale`
/// where s is -1 for the force on the nodes, times the thickness.
///
/// Axisymmetric cells lie in the plane (r, y), with dV = 2 pi r dA; f is the force on the whole
/// ring. H then contains the hoop strain H_zz = u_r / r, with z in the circumferential direction,
/// and f_r the additional term P_zz N_a / r.
///
/// The material is evaluated at all points of 8 elements in one call. Tangents are evaluated at
/// `tangent_batch` points: 81 numbers for each lane of each point must fit into the
/// first-level cache.
template <CellType type, bool is_axisymmetric = false>
struct PointwiseKernel {
  /// Cell type of the elements.
  static constexpr CellType cell_type = type;
  /// Shape functions at the quadrature points.
  using Table = ShapeTable<type, Purpose::stiffness>;
  /// Numbers of nodes, space dimensions and quadrature points.
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;
  /// Numbers of points at which tangents and dyads are evaluated in one call.
  static constexpr int tangent_batch = std::min(points, 4), dyad_batch = std::min(points, 8);
  static_assert(points <= MaterialLaw::max_points);
  static_assert(dim == 2 || !is_axisymmetric);
  /// Components of a shape function's gradient; the last is N_a / r for axisymmetric cells.
  static constexpr int num_directions = dim + is_axisymmetric;
  /// Accumulation of the element matrices.
  using Blocks = PointwiseBlocks<dim, num_directions, is_affine<Table> ? n : 0>;
  static_assert(n <= Blocks::max_nodes && dyad_batch <= Blocks::max_batch);

  /// Connectivity of the elements.
  const la::ElementTable& elements;
  const double* rest;          ///< reference positions, [nodes x dim]
  const double* displacement;  ///< current displacement, [nodes x dim]
  /// Material model.
  const MaterialLaw& law;
  /// Factor s of all integrals.
  double scale;
  /// Material data at the points.
  PointFields fields = {};
  /// Properties of the material model.
  bool has_dyads = law.hasDyads(), has_dyad_factors = law.hasDyadFactors();

  /// Adds the force of elements [first, first + count) for the current displacement to `f`, [nodes
  /// x dim].
  /// @return smallest det F of each element
  Lane addForce(LocalIndex first, int count, double* f) const {
    Uninitialised<Tensor<Lane>[points]> H, P;
    PointGeometries geometry;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, H.value);
    prefetchNext(first, displacement, f);
    const Lane least = minVolumeRatio(H.value);
    law.stress(at(first, H.value, geometry), P.value);
    addDivergence(first, count, geometry, P.value, f);
    return least;
  }

  /// Adds K dx of elements [first, first + count) to `df` without computing K.
  /// @param dx, df  [nodes x dim]
  void addStiffnessTimes(LocalIndex first, int count, const double* dx, double* df) const {
    Uninitialised<Tensor<Lane>[points]> H, dH, dP;
    PointGeometries geometry;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, H.value);
    gradients(first, dx, geometry, dH.value);
    prefetchNext(first, displacement, df);
    law.stressChange(at(first, H.value, geometry), dH.value, dP.value);
    addDivergence(first, count, geometry, dP.value, df);
  }

  /// Returns the products w . (f + beta K v) of the forces and tangents of num_lanes elements.
  /// @param w, v  weights and velocities, [nodes x dim]
  Lane virtualWork(LocalIndex first, const double* w, double beta, const double* v) const {
    Uninitialised<Tensor<Lane>[points]> H, G, P;
    PointGeometries geometry;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, H.value);
    gradients(first, w, geometry, G.value);
    law.stress(at(first, H.value, geometry), P.value);
    Lane sum = workOf(geometry, P.value, G.value);
    if (beta == 0.0) return sum;
    Uninitialised<Tensor<Lane>[points]> dH;
    gradients(first, v, geometry, dH.value);
    law.stressChange(at(first, H.value, geometry), dH.value, P.value);
    return sum + beta * workOf(geometry, P.value, G.value);
  }

  /// Returns -s times the integral of W over elements [first, first + count).
  double energy(LocalIndex first, int count) const {
    Tensor<Lane> H[points];
    PointGeometries geometry;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, H);
    Lane W[points], sum{};
    law.energy(at(first, H, geometry), W);
    for (int q = 0; q < points; ++q) sum += geometry.measure[q] * W[q];
    double energy = 0.0;
    for (int lane = 0; lane < count; ++lane) energy -= sum[lane];
    return energy;
  }

  /// Computes K of elements [first, first + num_lanes) in the format of
  /// la::Accumulator::addElements(): only blocks a <= b of a symmetric K.
  void stiffness(LocalIndex first, Lane* K, la::ElementSymmetry symmetry) const {
    Lane x[n][dim], u[n][dim];
    gather(elements, first, rest, displacement, x, u);
    const Blocks blocks(n, symmetry, K);
    if (!is_axisymmetric && has_dyads) {
      dyadStiffness(first, x, u, blocks);
      if (symmetry == la::ElementSymmetry::general) blocks.mirror();
      return;
    }
    std::fill(K, K + n * n * dim * dim, Lane{});
    if (law.coupled() != nullptr) return coupledStiffness(*law.coupled(), first, x, u, blocks);
    for (int begin = 0; begin < points; begin += tangent_batch) {
      const int count = std::min(tangent_batch, points - begin);
      Lane g[tangent_batch][n][num_directions], weight[tangent_batch];
      Tensor<Lane> H[tangent_batch];
      gradientsFrom(begin, count, x, u, g, weight, H);
      Tangent<Lane, 3> C[tangent_batch];
      law.tangent(pointsFrom(first, begin, count, H), C);
      for (int p = 0; p < count; ++p) blocks.add(C[p], weight[p], g[p]);
    }
  }

  /// Computes the initial-stress stiffness s * integral of (grad N_a . S grad N_b) 1 of elements
  /// [first, first + num_lanes), in the format of stiffness(). S is the symmetric part of the
  /// first-order change of the stress by the displacement `u`, plus `pressure` times 1, [elements
  /// of the solid], unless `pressure` is empty.
  void stressStiffness(LocalIndex first, const double* u, const std::vector<double>& pressure, Lane* K) const {
    Uninitialised<Tensor<Lane>[points]> H, dH, dP;
    PointGeometries geometry;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, H.value);
    gradients(first, u, geometry, dH.value);
    law.stressChange(at(first, H.value, geometry), dH.value, dP.value);
    Lane x[n][dim], d[n][dim];
    gather(elements, first, rest, x);
    gather(elements, first, displacement, d);
    std::fill(K, K + n * n * dim * dim, Lane{});
    for (int q = 0; q < points; ++q) {
      Lane g[n][num_directions], weight[1];
      Tensor<Lane> present;
      gradientsFrom(q, 1, x, d, &g, weight, &present);
      Tensor<Lane> S = 0.5 * (dP.value[q] + transpose(dP.value[q]));
      if (!pressure.empty()) S = S + spherical(pressureOf(first, pressure));
      addStressBlocks(S, weight[0], g, K);
    }
  }

  /// Computes the internal variables of elements [first, first + num_lanes) at the end of the step,
  /// [points x numInternal()].
  void evolve(LocalIndex first, Lane* next) const {
    Tensor<Lane> H[points];
    PointGeometries geometry;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, H);
    law.evolve(at(first, H, geometry), next);
  }

  /// Evaluates the points of one element, `num_lanes` points at a time. Lanes beyond the last point
  /// repeat the first one.
  /// @param element  number of the element
  /// @param H  [batches] displacement gradients; for a coupled model those of the point model
  /// @param fibres  [batches] directions, if the material has any
  /// @param internal  [batches x numInternal()] internal variables
  void pointsOf(LocalIndex element, Tensor<Lane>* H, Fibres* fibres, Lane* internal) const {
    Tensor<Lane> of_lanes[points];
    PointGeometries geometry;
    const LocalIndex first = element - element % base::num_lanes;
    const int lane = element % base::num_lanes;
    computeGeometry(first, geometry);
    gradients(first, displacement, geometry, of_lanes);
    if (law.coupled() != nullptr) law.completeGradients(at(first, of_lanes, geometry), of_lanes);
    const Fibres* of_points = fibresOf(first, 0);
    constexpr int size = (points + base::num_lanes - 1) / base::num_lanes * base::num_lanes;
    for (int p = 0; p < size; ++p) {
      const int q = p < points ? p : 0, batch = p / base::num_lanes, to = p % base::num_lanes;
      for (int k = 0; k < law.numInternal(); ++k)
        internal[batch * law.numInternal() + k][to] = internalOf(first, q)[k][lane];
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) H[batch](i, j)[to] = of_lanes[q](i, j)[lane];
        if (of_points == nullptr) continue;
        fibres[batch].fibre[i][to] = of_points[q].fibre[i][lane];
        fibres[batch].sheet[i][to] = of_points[q].sheet[i][lane];
      }
    }
  }

 private:
  struct PointGeometries {
    Lane adjoint[points][dim][dim];  ///< adjugate of the Jacobian
    Lane reciprocal[points];         ///< reciprocal of the determinant
    Lane weight[points];             ///< weight times scale and the sign of the determinant
    Lane measure[points];            ///< weight times scale and volume
    Lane reciprocal_radius[points];  ///< 1 / r of axisymmetric cells
  };

  /// Returns s times the integral of P : G.
  static Lane workOf(const PointGeometries& geometry, const Tensor<Lane> (&P)[points],
                     const Tensor<Lane> (&G)[points]) {
    Lane sum{};
    for (int q = 0; q < points; ++q)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sum += geometry.measure[q] * P[q](i, j) * G[q](i, j);
    return sum;
  }

  const Fibres* fibresOf(LocalIndex first, int point) const {
    return fields.fibres == nullptr ? nullptr
                                    : fields.fibres + std::ptrdiff_t(first / base::num_lanes) * points + point;
  }
  const Lane* internalOf(LocalIndex first, int point) const {
    return fields.internal == nullptr
               ? nullptr
               : fields.internal + (std::ptrdiff_t(first / base::num_lanes) * points + point) * law.numInternal();
  }
  LawPoints at(LocalIndex first, const Tensor<Lane>* H, const PointGeometries& geometry) const {
    return {
        points, H, fibresOf(first, 0), geometry.measure, internalOf(first, 0), fields.dt, fields.first_cell + first};
  }

  LawPoints pointsFrom(LocalIndex first, int begin, int count, const Tensor<Lane>* H) const {
    return {count, H, fibresOf(first, begin), nullptr, internalOf(first, begin), fields.dt, fields.first_cell + first};
  }

  /// Computes K of a material model that provides its tangent by dyads.
  void dyadStiffness(LocalIndex first, const Lane (&x)[n][dim], const Lane (&u)[n][dim], const Blocks& blocks) const {
    for (int begin = 0; begin < points; begin += dyad_batch) {
      const int count = std::min(dyad_batch, points - begin);
      Lane g[dyad_batch][n][num_directions], y[dyad_batch][n][num_directions], weight[dyad_batch];
      DyadFactors<Lane> factors[dyad_batch];
      if (has_dyad_factors)
        dyadsByFactors(begin, count, x, u, g, y, weight, factors);
      else
        dyadsByGradients(first, begin, count, x, u, g, y, weight, factors);
      if constexpr (points == 1)
        blocks.setDyads(factors[0], weight[0], g[0], y[0]);
      else
        blocks.addDyads(begin == 0, count, factors, weight, g[0], y[0]);
    }
    if constexpr (points > 1) blocks.completeDyads();
  }

  /// Computes the data of the blocks at `count` points: gradients g in the reference configuration,
  /// y = F^-T g, weights and factors.
  void dyadsByFactors(int begin, int count, const Lane (&x)[n][dim], const Lane (&u)[n][dim],
                      Lane (*g)[n][num_directions], Lane (*y)[n][num_directions], Lane* weight,
                      DyadFactors<Lane>* factors) const {
    if constexpr (!is_axisymmetric) {
      Lane ratio[dyad_batch];
      for (int p = 0; p < count; ++p)
        weight[p] = scale * bothGradientsAt(Table::get(), begin + p, x, u, g[p], y[p], ratio[p]);
      law.dyadFactors(count, ratio, factors);
    }
  }

  /// Computes the data of dyadsByFactors() for a material model that requires H.
  [[gnu::noinline]] void dyadsByGradients(LocalIndex first, int begin, int count, const Lane (&x)[n][dim],
                                          const Lane (&u)[n][dim], Lane (*g)[n][num_directions],
                                          Lane (*y)[n][num_directions], Lane* weight,
                                          DyadFactors<Lane>* factors) const {
    Tensor<Lane> H[dyad_batch];
    TangentDyads<Lane> C[dyad_batch];
    gradientsFrom(begin, count, x, u, g, weight, H);
    law.dyads(pointsFrom(first, begin, count, H), C);
    for (int p = 0; p < count; ++p) {
      factors[p] = {C[p].alpha, C[p].beta, C[p].gamma};
      for (int a = 0; a < n; ++a) timesGradient(C[p].G, g[p][a], y[p][a]);
    }
  }

  /// Computes K of a material model that couples the points of an element.
  void coupledStiffness(const CoupledLaw& coupled, LocalIndex first, const Lane (&x)[n][dim], const Lane (&u)[n][dim],
                        const Blocks& blocks) const {
    Lane g[points][n][num_directions], weight[points];
    Tensor<Lane> H[points];
    gradientsFrom(0, points, x, u, g, weight, H);
    Tangent<Lane, 3> C[points];
    PointCoupling coupling;
    coupled.tangent({points, H, fibresOf(first, 0), weight, internalOf(first, 0), fields.dt, fields.first_cell + first},
                    C, coupling);
    for (int q = 0; q < points; ++q) blocks.add(C[q], weight[q], g[q]);
    blocks.addCoupling(points, coupling, weight, g[0]);
  }

  /// Returns the pressures of num_lanes elements. Lanes beyond the last element repeat its value.
  Lane pressureOf(LocalIndex first, const std::vector<double>& pressure) const {
    Lane p;
    const auto last = static_cast<LocalIndex>(pressure.size()) - 1;
    for (int lane = 0; lane < base::num_lanes; ++lane)
      p[lane] = pressure[static_cast<std::size_t>(std::min(fields.first_cell + first + lane, last))];
    return p;
  }

  /// Adds weight (g_a . S g_b) 1 to K_ab, blocks a <= b. The hoop stress acts on the radial
  /// components only.
  static void addStressBlocks(const Tensor<Lane>& S, const Lane& weight, const Lane (&g)[n][num_directions], Lane* K) {
    for (int a = 0; a < n; ++a) {
      Lane t[dim];
      for (int i = 0; i < dim; ++i) {
        t[i] = S(i, 0) * g[a][0];
        for (int j = 1; j < dim; ++j) t[i] += S(i, j) * g[a][j];
        t[i] *= weight;
      }
      for (int b = a; b < n; ++b) {
        Lane value = t[0] * g[b][0];
        for (int i = 1; i < dim; ++i) value += t[i] * g[b][i];
        Lane* const block = K + static_cast<std::ptrdiff_t>(a * n + b) * dim * dim;
        for (int i = 0; i < dim; ++i) block[i * (dim + 1)] += value;
        if constexpr (is_axisymmetric) block[0] += weight * S(dim, dim) * g[a][dim] * g[b][dim];
      }
    }
  }

  /// Copies entry by entry, because copies of a whole tensor are compiled to `rep movs` on
  /// x86-64-v3, each of which takes about fifty cycles.
  static void embedInSpace(const Lane (&H)[dim][dim], Tensor<Lane>& full) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) full(i, j) = i < dim && j < dim ? H[i % dim][j % dim] : Lane{};
  }

  static Lane minVolumeRatio(const Tensor<Lane>* H) {
    Lane least = determinant(deformationGradient(H[0]));
    for (int q = 1; q < points; ++q) {
      const Lane ratio = determinant(deformationGradient(H[q]));
      least = ratio < least || ratio != ratio ? ratio : least;
    }
    return least;
  }

  /// Computes the gradients g[a] of the shape functions at a point, and H. Returns s times weight
  /// times volume.
  Lane gradientsAt(int q, const Lane (&x)[n][dim], const Lane (&u)[n][dim], Lane (&g)[n][num_directions],
                   Tensor<Lane>& H) const {
    Lane gradient[dim][dim];
    if constexpr (!is_axisymmetric) {
      const Lane weight = scale * fem::gradientsAt(Table::get(), q, x, g);
      displacementGradient(u, g, gradient);
      embedInSpace(gradient, H);
      return weight;
    } else {
      Lane in_plane[n][dim];
      const Lane weight = scale * fem::gradientsAt(Table::get(), q, x, in_plane);
      displacementGradient(u, in_plane, gradient);
      embedInSpace(gradient, H);
      const Lane r = radiusAt(Table::get(), q, x), reciprocal = 1.0 / r;
      for (int a = 0; a < n; ++a) {
        g[a][0] = in_plane[a][0], g[a][1] = in_plane[a][1], g[a][2] = Table::get().shape[q][a] * reciprocal;
        H(2, 2) += g[a][2] * u[a][0];
      }
      return 2 * M_PI * r * weight;
    }
  }

  /// Computes the gradients at `count` points. This is a separate function, because inlining it
  /// into three callers took as long to compile as all the remaining code.
  [[gnu::noinline]] void gradientsFrom(int begin, int count, const Lane (&x)[n][dim], const Lane (&u)[n][dim],
                                       Lane (*g)[n][num_directions], Lane* weight, Tensor<Lane>* H) const {
    for (int p = 0; p < count; ++p) weight[p] = gradientsAt(begin + p, x, u, g[p], H[p]);
  }

  // The three steps of an integral are not inlined, to reduce the compile time.

  [[gnu::noinline]] void computeGeometry(LocalIndex first, PointGeometries& geometry) const {
    CellField<Table> x;
    x.gather(elements, first, rest);
    for (int q = 0; q < points; ++q) {
      Lane J[dim][dim];
      x.gradient(q, J);
      const Lane det = adjugate(J, geometry.adjoint[q]);
      geometry.reciprocal[q] = 1.0 / det;
      geometry.weight[q] = scale * x.weight(q) * sign<dim>(det);
      if constexpr (is_axisymmetric) {
        Lane position[dim];
        x.value(q, position);
        geometry.reciprocal_radius[q] = 1.0 / position[0];
        geometry.weight[q] *= 2 * M_PI * position[0];
      }
      geometry.measure[q] = geometry.weight[q] * det;
    }
  }

  /// Computes the gradients of a nodal field at all points, H = D adj(J) / det J.
  [[gnu::noinline]] void gradients(LocalIndex first, const double* nodal, const PointGeometries& geometry,
                                   Tensor<Lane> (&H)[points]) const {
    CellField<Table> field;
    field.gather(elements, first, nodal);
    for (int q = 0; q < points; ++q) {
      Lane D[dim][dim], gradient[dim][dim];
      field.gradient(q, D);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          gradient[i][j] = geometry.reciprocal[q] * rowTimesColumn(D, i, geometry.adjoint[q], j);
      embedInSpace(gradient, H[q]);
      if constexpr (is_axisymmetric) {
        Lane value[dim];
        field.value(q, value);
        H[q](dim, dim) = value[0] * geometry.reciprocal_radius[q];
      }
    }
  }

  /// Adds s * integral of P grad N_a to sum_a, with P grad N_a dV = (P adj(J)^T) dN_a/dxi.
  [[gnu::noinline]] void addDivergence(LocalIndex first, int count, const PointGeometries& geometry,
                                       const Tensor<Lane> (&P)[points], double* sum) const {
    CellField<Table> result;
    result.clear();
    for (int q = 0; q < points; ++q) {
      Lane T[dim][dim];
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) {
          Lane entry = P[q](i, 0) * geometry.adjoint[q][j][0];
          for (int k = 1; k < dim; ++k) entry += P[q](i, k) * geometry.adjoint[q][j][k];
          T[i][j] = geometry.weight[q] * entry;
        }
      result.addGradient(q, T);
      if constexpr (is_axisymmetric)
        result.addValue(q, {geometry.measure[q] * geometry.reciprocal_radius[q] * P[q](dim, dim), Lane{}});
    }
    result.scatterAdd(elements, first, count, sum);
  }

  /// Prefetches the nodal values of the next elements. Cells with one point are finished before
  /// prefetched data arrive: without prefetching the force of a tetrahedron takes 8 % less time.
  void prefetchNext(LocalIndex first, const double* nodal, const double* sum) const {
    if constexpr (points > 1)
      for (const double* array : {rest, nodal, sum}) prefetch<n, dim>(elements, first + base::num_lanes, array);
  }
};

}  // namespace tenon::fem
