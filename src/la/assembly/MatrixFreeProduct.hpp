// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <utility>

#include "tenon/la/contributions.hpp"

namespace tenon::la {

/// Accumulator that multiplies the entries of contributors by a vector, y += K x, instead of
/// storing them. There is one accumulator for each ordered pair of states.
class ProductAccumulator : public Accumulator {
 public:
  /// Creates the accumulator.
  /// @param x  [numLocal x block] values of the column state
  /// @param y  [numLocal x block] values of the row state; rows of ghosts are not computed
  ProductAccumulator(const State& row, const State& column, gsl::span<const double> x, gsl::span<double> y);

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

 private:
  int rows_, columns_;
  LocalIndex num_owned_rows_;
  gsl::span<const double> x_;
  gsl::span<double> y_;
  ElementTable row_table_, column_table_;
  ElementSymmetry symmetry_ = ElementSymmetry::general;
};

/// Matrices that contributors write into while their product with one vector is computed.
///
///   MatrixFreeProduct product(dx, df);
///   StiffnessMatrix K = product.stiffness();
///   force.addStiffness(K);                       // df += K dx
class MatrixFreeProduct {
 public:
  /// Creates an accumulator of a product.
  /// @param x  increment of displacements or velocities
  /// @param y  forces to which the product is added
  MatrixFreeProduct(const IncrementVector& x, ForceVector& y) : x_(&x), y_(&y) {}

  /// Returns the stiffness matrix, whose entries are multiplied.
  StiffnessMatrix stiffness() { return StiffnessMatrix(finder()); }
  /// Returns the damping matrix, whose entries are multiplied.
  DampingMatrix damping() { return DampingMatrix(finder()); }
  /// Returns the mass matrix, whose entries are multiplied.
  MassMatrix mass() { return MassMatrix(finder()); }

 private:
  AccumulatorOfPair finder();

  const IncrementVector* x_;
  ForceVector* y_;
  std::map<std::pair<const State*, const State*>, std::unique_ptr<ProductAccumulator>> accumulators_;
};

}  // namespace tenon::la
