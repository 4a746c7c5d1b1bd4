// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "PointwiseBlocks.hpp"
#include "currentGradients.hpp"

namespace tenon::fem {

/// Element matrices of elements with one quadrature point and a material model that provides its
/// tangent by dyads with factors of det F alone, see MaterialLaw::dyadFactors().
///
/// The gradients, the volume ratio and the factors of several batches of elements are computed
/// together. In a single batch the latency of det F, its reciprocal and its logarithm takes longer
/// than the remaining operations; the batches are independent of one another and overlap.
template <CellType type>
class DyadBatches {
  using Table = ShapeTable<type, Purpose::stiffness>;
  static constexpr int n = Table::num_nodes, dim = Table::dim;
  static_assert(Table::num_points == 1);

 public:
  /// Constructs the evaluation for the elements of one table.
  /// @param rest  reference positions, [nodes x dim]
  /// @param displacement  current displacement, [nodes x dim]
  /// @param scale  factor of all integrals, see PointwiseKernel
  DyadBatches(const la::ElementTable& elements, const double* rest, const double* displacement, const MaterialLaw& law,
              double scale)
      : elements_(elements), rest_(rest), displacement_(displacement), law_(law), scale_(scale) {}

  /// Computes K of elements [first, first + num_lanes) in the format of
  /// la::Accumulator::addElements(): only blocks a <= b of a symmetric K. Calls in the order of the
  /// elements evaluate each element once.
  void stiffness(LocalIndex first, Lane* K, la::ElementSymmetry symmetry) {
    if (first < begin_ || first >= begin_ + num_cells_) evaluate(first);
    putBlocks((first - begin_) / base::num_lanes, K, symmetry);
  }

 private:
  static constexpr int num_batches = 4;

  /// Evaluates the batches from element `first` on.
  [[gnu::noinline, gnu::flatten]] void evaluate(LocalIndex first) {
    begin_ = first;
    num_cells_ = std::min<LocalIndex>(num_batches * base::num_lanes, elements_.num_elements - first);
    const int count = (num_cells_ + base::num_lanes - 1) / base::num_lanes;
    Lane ratio[num_batches];
    for (int b = 0; b < count; ++b) {
      Lane x[n][dim], u[n][dim];
      gather(elements_, first + b * base::num_lanes, rest_, displacement_, x, u);
      weight_[b] = scale_ * bothGradientsAt(Table::get(), 0, x, u, g_[b], y_[b], ratio[b]);
    }
    law_.dyadFactors(count, ratio, factors_);
  }

  [[gnu::noinline, gnu::flatten]] void putBlocks(int batch, Lane* K, la::ElementSymmetry symmetry) const {
    Lane g[n][dim], y[n][dim];  // copies, which K cannot alias
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < dim; ++i) g[a][i] = g_[batch][a][i], y[a][i] = y_[batch][a][i];
    const DyadFactors<Lane> factors = factors_[batch];
    const Lane weight = weight_[batch];
    const PointwiseBlocks<dim, dim, is_affine<Table> ? n : 0> blocks(n, symmetry, K);
    blocks.setDyads(factors, weight, g, y);
    if (symmetry == la::ElementSymmetry::general) blocks.mirror();
  }

  const la::ElementTable& elements_;
  const double* rest_;
  const double* displacement_;
  const MaterialLaw& law_;
  double scale_;
  LocalIndex begin_ = 0, num_cells_ = 0;  // elements whose data follow
  Lane g_[num_batches][n][dim];           // gradients in the reference configuration
  Lane y_[num_batches][n][dim];           // gradients in the current configuration
  Lane weight_[num_batches];
  DyadFactors<Lane> factors_[num_batches];
};

}  // namespace tenon::fem
