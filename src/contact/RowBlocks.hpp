// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "ConeProblem.hpp"
#include "ExactRows.hpp"

namespace tenon::contact {

/// Rows of a ConeProblem that are derived from exact rows. The rows of a block are combined so that
/// they are orthonormal with respect to M^-1,
///   T G M^-1 G^T T^T = 1,
///
/// and rows that depend on other rows of their block are omitted. Each joint is therefore solved in
/// one update, and units of rows, such as lengths and angles, do not matter. Rows with a bound are
/// only scaled, to unit norm. A gap and its slips are unchanged.
class RowBlocks {
 public:
  /// Creates the rows.
  /// @param exact    exact rows
  /// @param problem  problem whose bodies include all bodies of the rows; its own rows are not used
  RowBlocks(const ExactRows& exact, const ConeProblem& problem);

  /// Returns the combined rows T G, with zero biases.
  const std::vector<ExactRow>& rows() const { return rows_; }
  /// Returns the triples of rows with friction.
  const std::vector<FrictionalRows>& frictional_rows() const { return slidings_; }
  /// Returns the first exact row of the block of a row.
  std::size_t firstOf(std::size_t row) const { return first_of_[row]; }
  /// Returns T x for values x of the exact rows.
  std::vector<double> combined(const std::vector<double>& exact) const;
  /// Returns T^T y, the impulses of the exact rows.
  std::vector<double> impulses(const double* y) const;
  /// Returns the y with T^T y equal to the given impulses.
  std::vector<double> fromImpulses(const std::vector<double>& exact) const;
  /// Scales the values of rows() in each block to the norm of `than` in this block, if they exceed
  /// it.
  void limitNorms(const std::vector<double>& than, std::vector<double>& values) const;

 private:
  /// Block of combined rows.
  struct TransformedBlock {
    std::size_t first_exact, first;
    Eigen::MatrixXd T, back;  ///< back: inverse of T^T
  };
  void add(const ExactRows& exact, std::size_t first, std::size_t count, const ConeProblem& problem);

  void addSliding(const ExactRows& exact, std::size_t first, const la::Layout& layout);

  std::vector<ExactRow> rows_;
  std::vector<FrictionalRows> slidings_;
  std::vector<std::size_t> first_of_;  // [rows]
  std::vector<TransformedBlock> blocks_;
  std::size_t num_exact_;
};

}  // namespace tenon::contact
