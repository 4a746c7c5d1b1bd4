#pragma once
#include "tenon/la/Accumulator.hpp"
#include "tenon/la/assembly/PatternChange.hpp"
#include "tenon/la/State.hpp"

namespace tenon::la {

/// Stands before another accumulator and lets nothing bad through: nodes that the state does not have on this rank,
/// blocks and elements of a wrong shape, and where asked values that are no finite numbers. Each is an InternalError
/// that names the contributor, the pair of states and the indices; what was wrong does not reach the other accumulator.
///
/// The numbers of an element table are looked at once per delivery.
class CheckedAccumulator : public Accumulator {
 public:
  /// All have to outlive this. `contributor`: who writes, at the time of each call.
  CheckedAccumulator(const State& row, const State& column, const std::string& contributor, IndexChecking checking,
                     Accumulator& inner);

  bool needsValues() const override { return inner_->needsValues(); }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

  /// The questions alone, for an accumulator that asks them where it has to: nothing is handed on.
  void requireBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape) const;
  void requireTables(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) const;

 private:
  void requireShape(BlockShape shape) const;
  void requireNode(const State& state, LocalIndex node) const;
  void requireTable(const State& state, const ElementTable& table) const;
  void requireFinite(LocalIndex first, int count, const Lane* matrix) const;
  void requireFinite(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) const;

  const State *row_, *column_;
  bool checks_values_;
  BlockShape wanted_;
  Accumulator* inner_;
  ElementTable rows_, columns_;
  bool symmetric_ = false;
};

}  // namespace tenon::la
