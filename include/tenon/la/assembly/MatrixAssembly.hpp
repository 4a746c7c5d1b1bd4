#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "tenon/la/assembly/BlockMatrix.hpp"
#include "tenon/la/assembly/CheckedAccumulator.hpp"
#include "tenon/la/assembly/FactoredAccumulator.hpp"
#include "tenon/la/assembly/HeldEntries.hpp"
#include "tenon/la/assembly/PatternChange.hpp"
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

  /// InputError for a factor that is no finite number.
  StiffnessMatrix stiffness(double k) const { return StiffnessMatrix(withFactor("stiffness", k)); }
  DampingMatrix damping(double b) const { return DampingMatrix(withFactor("damping", b)); }
  MassMatrix mass(double m) const { return MassMatrix(withFactor("mass", m)); }

 private:
  AccumulatorOfPair withFactor(const char* matrix, double factor) const;

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

  MatrixAssembly(std::shared_ptr<const CombinedLayout> layout, Insertion insertion, AssemblyRules rules = {});

  /// Collective. Runs the contributors for their pattern only and makes the matrix, all zero. Any number of times: an
  /// earlier matrix and its slots are dropped. An error of one rank is one of all.
  void record(const Contribute& contribute);
  /// Collective. The pattern that `other`, over the same layout, recorded: no contributor is asked.
  void recordLike(const MatrixAssembly& other);

  /// Collective. Unknowns that assemble() takes out: `held` are flags [numLocal x b] of the combined layout, ghosts
  /// included. Needs the matrix; an empty span holds nothing.
  void hold(gsl::span<const char> held, HeldDiagonal diagonal = HeldDiagonal::one);

  /// Collective. Zeroes the matrix, runs the contributors, takes the held unknowns out. What contributors add to rows
  /// of ghosts is dropped; recorded blocks that nobody writes this time stay zero. An error of one rank is one of all,
  /// and leaves a matrix of zeros. `contribute` must not communicate.
  ///
  /// Blocks or elements that were not recorded, on any rank, are a change of the pattern: by the rules an InternalError
  /// that names the contributor, or `pattern` is run to record anew (a new Mat, the same unknowns held) and the values
  /// are assembled again. Gives who changed it then.
  std::optional<PatternChange> assemble(const Contribute& contribute, const Contribute& pattern);
  std::optional<PatternChange> assemble(const Contribute& contribute) { return assemble(contribute, contribute); }

  const CombinedLayout& layout() const { return *layout_; }
  BlockMatrix& matrix() { return *matrix_; }
  const BlockMatrix& matrix() const { return *matrix_; }

  /// Bytes on this rank beside the matrix: pattern and slots.
  std::size_t bytesBeside() const;

 private:
  void forget();
  void make(BlockPattern pattern, std::vector<RecordedBlocks::Table> tables);
  FactoredAccumulator& accumulatorOf(std::size_t row_state, std::size_t column_state);
  Accumulator& checked(const State& row, const State& column, Accumulator& inner);
  void run(const Contribute& contribute, const Contributions::Find& find);
  void fill(const Contribute& contribute);
  void endInsertion();
  void discardValues();
  std::optional<PatternChange> findChange() const;
  [[noreturn]] void refuse(const std::string& sentence);
  void rebuild(const PatternChange& change, const Contribute& pattern);

  std::shared_ptr<const CombinedLayout> layout_;
  Insertion insertion_;
  AssemblyRules rules_;
  std::vector<RecordedBlocks::Table> tables_;
  std::unique_ptr<BlockMatrix> matrix_;
  std::vector<std::unique_ptr<FactoredAccumulator>> accumulators_;  // [row state x column state], made when asked for
  std::optional<HeldEntries> held_;
  HeldDiagonal held_diagonal_ = HeldDiagonal::one;
  std::vector<char> held_flags_;                                         // for a matrix that is made anew
  std::string contributor_;                                              // who writes
  std::map<Accumulator*, std::unique_ptr<CheckedAccumulator>> checked_;  // by what they stand before
  std::optional<PatternChange> change_;                                  // what this rank noticed
};

}  // namespace tenon::la
