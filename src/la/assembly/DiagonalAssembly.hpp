// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "la/assembly/DiagonalAccumulator.hpp"
#include "la/assembly/MatrixAssembly.hpp"

namespace tenon::la {

/// Assembly of only the diagonal of a matrix, for the preconditioner of a matrix-free system. The
/// contributors are the same as for the matrix. Rows of owned nodes are complete without
/// communication.
///
///   DiagonalAssembly diagonal(layout, DiagonalKind::block);
///   diagonal.assemble(contribute);           // see MatrixAssembly::assemble()
class DiagonalAssembly {
 public:
  /// Creates an assembly with zero values.
  /// @param layout  layout of the matrix
  /// @param kind    part of the matrix that is assembled
  /// @note Not collective.
  DiagonalAssembly(std::shared_ptr<const CombinedLayout> layout, DiagonalKind kind);
  DiagonalAssembly(const DiagonalAssembly&) = delete;  // the accumulators refer to the values
  DiagonalAssembly& operator=(const DiagonalAssembly&) = delete;

  /// Assembles the diagonal. If an error occurs on one rank, all ranks throw it. There is no other
  /// communication.
  /// @param contribute  function that writes the entries of all contributors; must not communicate
  /// @note Collective.
  void assemble(const MatrixAssembly::Contribute& contribute);

  /// Assembled part of the matrix.
  DiagonalKind kind() const { return kind_; }

  /// Returns the diagonal values of the owned nodes of one state: [numOwned x b] or, for diagonal
  /// blocks, [numOwned x b x b] in row-major order.
  /// @param state  index of the state in the layout
  gsl::span<const double> valuesOf(std::size_t state) const { return values_[state]; }

  /// Returns the diagonal entries of all degrees of freedom as a vector of the layout. Available
  /// for both kinds.
  /// @note Collective.
  Vector vector() const;

 private:
  Accumulator& accumulatorOf(const State& row, const State& column, double factor);

  std::shared_ptr<const CombinedLayout> layout_;
  DiagonalKind kind_;
  std::vector<std::vector<double>> values_;     // diagonal entries of each state
  std::vector<DiagonalAccumulator> diagonals_;  // accumulator of each state
  NullAccumulator null_accumulator_;            // for pairs of different states
};

}  // namespace tenon::la
