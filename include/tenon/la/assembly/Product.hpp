#pragma once
#include <map>
#include <memory>
#include <utility>

#include "tenon/la/contributions.hpp"

namespace tenon::la {

/// Multiplies what contributors write, y += K x, instead of storing it. One per ordered pair of states.
class ProductAccumulator : public Accumulator {
 public:
  /// `x`: of the column state, `y`: of the row state, [numLocal x block]; rows of ghosts are dropped.
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

/// The matrices that contributors see while a product with one motion is formed.
///
///   Product product(dx, df);
///   StiffnessMatrix K = product.stiffness();
///   force.addStiffness(K);                       // df += K dx
class Product {
 public:
  Product(const Motion& x, ForceVector& y) : x_(&x), y_(&y) {}

  StiffnessMatrix stiffness() { return StiffnessMatrix(finder()); }
  DampingMatrix damping() { return DampingMatrix(finder()); }
  MassMatrix mass() { return MassMatrix(finder()); }

 private:
  AccumulatorOfPair finder();

  const Motion* x_;
  ForceVector* y_;
  std::map<std::pair<const State*, const State*>, std::unique_ptr<ProductAccumulator>> accumulators_;
};

}  // namespace tenon::la
