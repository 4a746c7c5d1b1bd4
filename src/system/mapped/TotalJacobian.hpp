#pragma once
#include <memory>
#include <vector>

#include "tenon/system/MappingGraph.hpp"

namespace tenon::system {

/// J of one mapped state by the independent ones: the rows of all its local nodes, ghosts included. Products along the
/// paths between two nodes are summed.
class TotalJacobian {
 public:
  /// How a node moves with a node of an independent state.
  struct Term {
    int state;          ///< independent
    LocalIndex node;    ///< owned or ghost
    bool is_uniform;    ///< one value, times the unit block
    std::size_t first;  ///< of its values, by rows
  };
  using Totals = std::vector<std::unique_ptr<TotalJacobian>>;

  /// Collective. `J`: of the follower by its own parents; `before`: those of the mapped parents. Adds ghosts to the
  /// independent states.
  TotalJacobian(const MappingGraph& graph, const la::State& child, const mapping::Jacobian& J, const Totals& before);

  /// Collective. Other values of the same entries.
  void renew(const mapping::Jacobian& J);
  /// Collective. The child has further ghosts: their rows come after those that were there. Adds ghosts to the
  /// independent states.
  void renewGhostRows();

  const Term* begin(LocalIndex node) const { return terms_.data() + starts_[static_cast<std::size_t>(node)]; }
  const Term* end(LocalIndex node) const { return terms_.data() + starts_[static_cast<std::size_t>(node) + 1]; }
  const double* valuesOf(const Term& term) const { return values_.data() + term.first; }

 private:
  /// One product: an entry of J times a term of the parent's row, or alone.
  struct Step {
    std::size_t entry;
    const TotalJacobian* parent;  // nullptr: the parent is independent
    std::size_t factor;           // term of the parent
    std::size_t term;             // what it adds to
  };
  class RowTerms;
  void collect(const mapping::Jacobian& J, const Totals& before);
  void collectEntry(std::size_t number, const mapping::Jacobian::Entry& entry, const Totals& before, RowTerms& row);
  void addGhostRows();
  void multiply(const mapping::Jacobian& J);
  void sendValues();
  std::size_t sizeOf(const Term& term) const;

  const MappingGraph& graph_;
  const la::State& child_;
  std::size_t num_entries_;          // of J
  std::vector<std::size_t> starts_;  // [local nodes + 1]
  std::vector<Term> terms_;
  std::vector<double> values_;
  std::vector<Step> steps_;
  std::vector<std::vector<LocalIndex>> asked_, asks_;  // [ranks] owned nodes whose rows that rank has, ghosts here
};

}  // namespace tenon::system
