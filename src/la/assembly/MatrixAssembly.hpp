// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "la/assembly/BlockMatrix.hpp"
#include "la/assembly/CheckedAccumulator.hpp"
#include "la/assembly/DirichletElimination.hpp"
#include "la/assembly/PatternChange.hpp"
#include "la/assembly/ScaledAccumulator.hpp"
#include "tenon/la/assembly/AssemblyRules.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::la {

/// Matrices that an assembly passes to contributors, each multiplied by its factor in
///   A = m M + b B + k K,     K = df/dx.
class Contributions {
 public:
  /// Function that returns the accumulator of a pair of states and sets its factor.
  using Find = std::function<Accumulator&(const State& row, const State& column, double factor)>;
  /// Function that receives the name of each contributor before its entries.
  using OnContributor = std::function<void(const std::string& contributor)>;
  /// Creates the matrices.
  /// @param find            function that returns the accumulator of a pair of states
  /// @param on_contributor  function that receives the name of each contributor; may be empty
  explicit Contributions(Find find, OnContributor on_contributor = {})
      : find_(std::move(find)), on_contributor_(std::move(on_contributor)) {}

  /// Sets the name of the contributor of the subsequent entries, for messages. Must be called
  /// before each contributor is run, with the same name on all ranks.
  void setContributor(const std::string& contributor) const {
    if (on_contributor_) on_contributor_(contributor);
  }

  /// Returns the accumulator of a pair of states, with the given factor for the subsequent entries.
  /// @param row     state of the forces
  /// @param column  state of the displacements or velocities
  /// @param factor  factor of the entries
  Accumulator& accumulator(const State& row, const State& column, double factor) const {
    return find_(row, column, factor);
  }

  /// Returns the stiffness matrix with factor k. @throws InputError if the factor is not finite.
  StiffnessMatrix stiffness(double k) const { return StiffnessMatrix(withFactor("stiffness", k)); }
  /// Returns the damping matrix with factor b. @throws InputError if the factor is not finite.
  DampingMatrix damping(double b) const { return DampingMatrix(withFactor("damping", b)); }
  /// Returns the mass matrix with factor m. @throws InputError if the factor is not finite.
  MassMatrix mass(double m) const { return MassMatrix(withFactor("mass", m)); }

 private:
  AccumulatorOfPair withFactor(const char* matrix, double factor) const;

  Find find_;
  OnContributor on_contributor_;
};

/// Assembly of one matrix over the degrees of freedom of several states. The pattern is recorded
/// once; the values can then be assembled repeatedly.
///
///   MatrixAssembly assembly(layout, Insertion::slots);
///   const auto contribute = [&](const Contributions& to) {
///     auto K = to.stiffness(-1.0);
///     force.addStiffness(K);
///   };
///   assembly.record(contribute);     // symbolic, once
///   assembly.assemble(contribute);   // numeric, at every step
class MatrixAssembly {
 public:
  /// Function that writes the entries of all contributors.
  using Contribute = std::function<void(const Contributions&)>;

  /// Creates an assembly without a matrix; record() or copyPattern() creates the matrix.
  /// @param layout  rows and columns of the matrix
  /// @param insertion  method of insertion into the matrix
  /// @param rules  treatment of pattern changes, and extent of checks
  /// @note Not collective.
  MatrixAssembly(std::shared_ptr<const CombinedLayout> layout, Insertion insertion, AssemblyRules rules = {});

  /// Runs the contributors to record their pattern and creates a zero matrix. On subsequent calls,
  /// the previous matrix and its slots are discarded. If an error occurs on one rank, all ranks
  /// throw it.
  /// @param contribute  function that writes the entries of all contributors; must not communicate
  /// @throws InternalError if a contributor uses a state outside the layout, or if ghosts have been
  ///   added to a state since the layout was created
  /// @note Collective.
  void record(const Contribute& contribute);
  /// Copies the pattern that `other` recorded for the same layout, without running contributors.
  /// @throws InternalError if `other` has a different layout or no matrix
  /// @note Collective.
  void copyPattern(const MatrixAssembly& other);

  /// Sets the constrained degrees of freedom, which assemble() eliminates. The matrix must exist.
  /// @param constrained  [numLocal x block size] flag for each degree of freedom of the combined
  ///   layout, ghosts included: true if constrained; empty if there are none
  /// @param diagonal  rule for the diagonal value of constrained degrees of freedom
  /// @throws InternalError if the matrix does not exist or the array of flags has the wrong size
  /// @note Collective.
  void constrain(gsl::span<const char> constrained, DirichletDiagonal diagonal = DirichletDiagonal::one);

  /// Assembles the matrix: sets it to zero, runs the contributors and eliminates the constrained
  /// degrees of freedom. Entries in rows of ghosts are discarded. Recorded blocks to which nothing
  /// is added remain zero. If an error occurs on one rank, all ranks throw it, and the matrix is
  /// zero.
  ///
  /// The pattern changes if contributors on any rank add blocks or elements that were not recorded.
  /// Depending on the rules, the function then throws an InternalError that names the contributor,
  /// or it records the pattern again with `pattern`, creates a new Mat with the same constrained
  /// degrees of freedom and assembles the values again.
  /// @param contribute  function that writes the entries of all contributors; must not communicate
  /// @param pattern  function that announces the blocks of all contributors, as for record()
  /// @return change of the pattern, with the contributor that caused it; std::nullopt if the
  ///   pattern is unchanged
  /// @throws InternalError if the matrix does not exist, if the rules reject a change of the
  ///   pattern, or if contributors add blocks outside the newly recorded pattern
  /// @note Collective.
  std::optional<PatternChange> assemble(const Contribute& contribute, const Contribute& pattern);
  /// Assembles the matrix. If the pattern has changed, `contribute` is also used to record it.
  /// @note Collective.
  std::optional<PatternChange> assemble(const Contribute& contribute) { return assemble(contribute, contribute); }

  /// Layout of the matrix.
  const CombinedLayout& layout() const { return *layout_; }
  /// Returns the assembled matrix; valid after record() or copyPattern().
  BlockMatrix& matrix() { return *matrix_; }
  /// Returns the assembled matrix; valid after record() or copyPattern().
  const BlockMatrix& matrix() const { return *matrix_; }

  /// Returns the memory used by the pattern and the slots on this rank, without the matrix, in
  /// bytes.
  std::size_t auxiliaryBytes() const;

 private:
  void clear();
  void make(BlockPattern pattern, std::vector<RecordedBlocks::TablePair> tables);
  ScaledAccumulator& accumulatorOf(std::size_t row_state, std::size_t column_state);
  Accumulator& checkedAccumulator(const State& row, const State& column, Accumulator& inner);
  void run(const Contribute& contribute, const Contributions::Find& find);
  void fill(const Contribute& contribute);
  void endInsertion();
  void discardValues();
  std::optional<PatternChange> findChange() const;
  [[noreturn]] void reject(const std::string& sentence);
  void rebuild(const PatternChange& change, const Contribute& pattern);

  std::shared_ptr<const CombinedLayout> layout_;
  Insertion insertion_;
  AssemblyRules rules_;
  std::vector<RecordedBlocks::TablePair> tables_;
  std::unique_ptr<BlockMatrix> matrix_;
  std::vector<std::unique_ptr<ScaledAccumulator>> accumulators_;  // [row x column state], created on request
  std::optional<DirichletElimination> elimination_;
  DirichletDiagonal constrained_diagonal_ = DirichletDiagonal::one;
  std::vector<char> constrained_flags_;                                  // used if the matrix is created again
  std::string contributor_;                                              // name of the current contributor
  std::map<Accumulator*, std::unique_ptr<CheckedAccumulator>> checked_;  // by the accumulator that is checked
  std::optional<PatternChange> change_;                                  // change that this rank detected
};

}  // namespace tenon::la
