#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tenon/la/BlockMatrix.hpp"
#include "tenon/la/FactoredAccumulator.hpp"
#include "tenon/la/HeldEntries.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::la {

/// How values reach the matrix: straight into recorded slots, or by MatSetValuesBlocked().
enum class Insertion { slots, blocked };

/// What an assembly hands to the contributors: the matrices of mechanics, each with its factor in
///   A = m M + b B + k K,     K = df/dx.
class Contributions {
 public:
  using Find = std::function<Accumulator&(const State& row, const State& column, double factor)>;
  using From = std::function<void(const std::string& contributor)>;
  explicit Contributions(Find find, From from = {}) : find_(std::move(find)), from_(std::move(from)) {}

  /// Says whose entries follow, for messages; the same on all ranks. To be called before each contributor.
  void from(const std::string& contributor) const {
    if (from_) from_(contributor);
  }

  /// The accumulator behind one pair of states, with the factor set for the calls that follow.
  Accumulator& accumulator(const State& row, const State& column, double factor) const {
    return find_(row, column, factor);
  }

  StiffnessMatrix stiffness(double k) const {
    return StiffnessMatrix(
        [find = find_, k](const State& row, const State& column) -> Accumulator& { return find(row, column, k); });
  }
  DampingMatrix damping(double b) const {
    return DampingMatrix(
        [find = find_, b](const State& row, const State& column) -> Accumulator& { return find(row, column, b); });
  }
  MassMatrix mass(double m) const {
    return MassMatrix(
        [find = find_, m](const State& row, const State& column) -> Accumulator& { return find(row, column, m); });
  }

 private:
  Find find_;
  From from_;
};

/// One matrix over the unknowns of several states: its pattern recorded once, its values assembled often.
///
///   MatrixAssembly assembly(layout, Insertion::slots);
///   const auto contribute = [&](const Contributions& to) { auto K = to.stiffness(-1.0); force.addStiffness(K); };
///   assembly.record(contribute);     // symbolic, once
///   assembly.assemble(contribute);   // numeric, at every step
class MatrixAssembly {
 public:
  using Contribute = std::function<void(const Contributions&)>;

  MatrixAssembly(std::shared_ptr<const CombinedLayout> layout, Insertion insertion);

  /// Collective. Runs the contributors for their pattern only and makes the matrix, all zero. Any number of times: an
  /// earlier matrix and its slots are dropped.
  void record(const Contribute& contribute);

  /// Collective. Unknowns that assemble() takes out: `held` are flags [numLocal x b] of the combined layout, ghosts
  /// included. Needs the matrix; an empty span holds nothing.
  void hold(gsl::span<const char> held, HeldDiagonal diagonal = HeldDiagonal::one);

  /// Collective. Zeroes the matrix, runs the contributors, takes the held unknowns out. What contributors add to rows
  /// of ghosts is dropped; a block that was not recorded is an InternalError.
  void assemble(const Contribute& contribute);

  const CombinedLayout& layout() const { return *layout_; }
  BlockMatrix& matrix() { return *matrix_; }
  const BlockMatrix& matrix() const { return *matrix_; }

  /// Bytes on this rank beside the matrix: pattern and slots.
  std::size_t bytesBeside() const;

 private:
  FactoredAccumulator& accumulatorOf(std::size_t row_state, std::size_t column_state);

  std::shared_ptr<const CombinedLayout> layout_;
  Insertion insertion_;
  std::unique_ptr<BlockMatrix> matrix_;
  std::vector<std::unique_ptr<FactoredAccumulator>> accumulators_;  // [row state x column state], made when asked for
  std::optional<HeldEntries> held_;
  HeldDiagonal held_diagonal_ = HeldDiagonal::one;
};

}  // namespace tenon::la
