#pragma once
#include <memory>
#include <vector>

#include "tenon/la/assembly/DiagonalAccumulator.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"

namespace tenon::la {

/// The diagonal of a matrix that nobody stores, from the same contributors that would assemble it: for preconditioning
/// a system without a matrix. Rows of owned nodes are complete, nothing is communicated.
///
///   DiagonalAssembly diagonal(layout, DiagonalKind::block);
///   diagonal.assemble(contribute);           // as MatrixAssembly::assemble()
class DiagonalAssembly {
 public:
  DiagonalAssembly(std::shared_ptr<const CombinedLayout> layout, DiagonalKind kind);
  DiagonalAssembly(const DiagonalAssembly&) = delete;  // the accumulators refer to the values
  DiagonalAssembly& operator=(const DiagonalAssembly&) = delete;

  /// Collective, for errors only: an error of one rank is one of all.
  void assemble(const MatrixAssembly::Contribute& contribute);

  DiagonalKind kind() const { return kind_; }

  /// Of the owned nodes of layout.states()[state]: [numOwned x b], or [numOwned x b x b] row-major.
  gsl::span<const double> of(std::size_t state) const { return values_[state]; }

  /// Collective. The diagonal over the unknowns of the layout, of either kind.
  Vector vector() const;

 private:
  Accumulator& accumulatorOf(const State& row, const State& column, double factor);

  std::shared_ptr<const CombinedLayout> layout_;
  DiagonalKind kind_;
  std::vector<std::vector<double>> values_;     // by state
  std::vector<DiagonalAccumulator> diagonals_;  // by state
  NoAccumulator nothing_;                       // for pairs of different states
};

}  // namespace tenon::la
