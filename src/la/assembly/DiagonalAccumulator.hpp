// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>

#include "la/assembly/ScaledAccumulator.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {

/// Part of a matrix that is assembled: its diagonal, or the [b x b] diagonal block of each node.
enum class DiagonalKind {
  scalar,  ///< the diagonal entries
  block    ///< the diagonal block of each node
};

/// Accumulator that adds up the diagonal part of a matrix of one state and discards all other
/// entries.
class DiagonalAccumulator : public ScaledAccumulator {
 public:
  /// Creates the accumulator.
  /// @param state  state of the rows and columns, which must outlive this object
  /// @param kind  part that is assembled
  /// @param values  [numOwned x b] or [numOwned x b x b] row-major values of the owned nodes, to
  ///   which entries are added
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

/// Accumulator that discards all entries. It is used for pairs of different states, which do not
/// contribute to the diagonal.
class NullAccumulator : public Accumulator {
 public:
  bool needsValues() const override { return false; }
  void addBlock(LocalIndex, LocalIndex, BlockShape, const double*) override {}
  void beginElements(const ElementTable&, const ElementTable&, BlockShape, ElementSymmetry) override {}
  void addElements(LocalIndex, int, const Lane*) override {}
};

}  // namespace tenon::la
