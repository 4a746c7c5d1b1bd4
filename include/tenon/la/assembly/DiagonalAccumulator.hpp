#pragma once
#include <gsl/span>

#include "tenon/la/assembly/FactoredAccumulator.hpp"
#include "tenon/la/State.hpp"

namespace tenon::la {

/// What is kept of a matrix: its diagonal, or the b x b block of each node.
enum class DiagonalKind { scalar, block };

/// Keeps of what contributors write for one state by itself the part that lies on the diagonal, and drops the rest.
class DiagonalAccumulator : public FactoredAccumulator {
 public:
  /// `values`: of the owned nodes, [numOwned x b] or [numOwned x b x b] row-major; added to.
  DiagonalAccumulator(const State& state, DiagonalKind kind, gsl::span<double> values);

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

 private:
  template <class Entry>
  void add(LocalIndex node, Entry&& entry);

  int block_;
  DiagonalKind kind_;
  LocalIndex num_owned_;
  gsl::span<double> values_;
  ElementTable rows_, columns_;
  bool symmetric_ = false;
};

/// For pairs of different states, which no diagonal has entries of: asks for no values and drops everything.
class NoAccumulator : public Accumulator {
 public:
  bool needsValues() const override { return false; }
  void addBlock(LocalIndex, LocalIndex, BlockShape, const double*) override {}
  void beginElements(const ElementTable&, const ElementTable&, BlockShape, ElementSymmetry) override {}
  void addElements(LocalIndex, int, const Lane*) override {}
};

}  // namespace tenon::la
