#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/contact/ConeProblem.hpp"
#include "tenon/contact/ExactRows.hpp"

namespace tenon::contact {

/// Rows of a ConeProblem made of exact ones. Those of a block are combined so that M^-1 makes them orthonormal,
///   T G M^-1 G^T T^T = 1,
/// and rows that depend on others of their block are left out: so each joint is solved at once, and units of rows, such
/// as lengths and angles, do not matter. Rows with a bound stay by themselves, of length 1; a gap and its slips as they
/// are.
class RowBlocks {
 public:
  /// `problem`: of which all bodies are known here; its rows are not looked at.
  RowBlocks(const ExactRows& exact, const ConeProblem& problem);

  /// G, with T; biases are 0.
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Sliding>& slidings() const { return slidings_; }
  /// The first exact row of the block that a row is of.
  std::size_t firstOf(std::size_t row) const { return first_of_[row]; }
  /// T x of values of the exact rows.
  std::vector<double> combined(const std::vector<double>& exact) const;
  /// T^T y: impulses of the exact rows.
  std::vector<double> impulses(const double* y) const;
  /// The y whose T^T y are these impulses.
  std::vector<double> fromImpulses(const std::vector<double>& exact) const;
  /// Shortens the second array, values of rows(), in each block to the length of the first one where it is longer.
  void shorten(const std::vector<double>& than, std::vector<double>& values) const;

 private:
  struct Block {
    std::size_t first_exact, first;
    Eigen::MatrixXd T, back;  ///< back: of T^T
  };
  void add(const ExactRows& exact, std::size_t first, std::size_t count, const ConeProblem& problem);

  void addSliding(const ExactRows& exact, std::size_t first, const la::Layout& layout);

  std::vector<Row> rows_;
  std::vector<Sliding> slidings_;
  std::vector<std::size_t> first_of_;  // [rows]
  std::vector<Block> blocks_;
  std::size_t num_exact_;
};

}  // namespace tenon::contact
