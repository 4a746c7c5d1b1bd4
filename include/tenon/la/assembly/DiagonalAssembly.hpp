// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/la/assembly/DiagonalAccumulator.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"

namespace tenon::la {

/// Assembly of the diagonal of a matrix that is not stored, for the preconditioner of a matrix-free
/// system. The contributors are those that would assemble the matrix. Rows of owned nodes are
/// complete without communication.
///
///   DiagonalAssembly diagonal(layout, DiagonalKind::block);
///   diagonal.assemble(contribute);           // as MatrixAssembly::assemble()
class DiagonalAssembly {
 public:
  /// Creates an assembly with zero values.
  /// @param layout  layout of the matrix
  /// @param kind    part of the matrix that is stored
  /// @note Not collective.
  DiagonalAssembly(std::shared_ptr<const CombinedLayout> layout, DiagonalKind kind);
  DiagonalAssembly(const DiagonalAssembly&) = delete;  // the accumulators refer to the values
  DiagonalAssembly& operator=(const DiagonalAssembly&) = delete;

  /// Assembles the diagonal. An error on one rank is thrown on all ranks; nothing else is
  /// communicated.
  /// @param contribute  function that writes the entries of all contributors; must not communicate
  /// @note Collective.
  void assemble(const MatrixAssembly::Contribute& contribute);

  /// Stored part of the matrix.
  DiagonalKind kind() const { return kind_; }

  /// Diagonal entries of the owned nodes of layout.states()[state]: [numOwned x b], or [numOwned x
  /// b x b] row-major.
  gsl::span<const double> valuesOf(std::size_t state) const { return values_[state]; }

  /// Returns the scalar diagonal over the degrees of freedom of the layout, for both kinds.
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
