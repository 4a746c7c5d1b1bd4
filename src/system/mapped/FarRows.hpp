#pragma once
#include <map>
#include <utility>
#include <vector>

#include "TotalJacobian.hpp"

namespace tenon::system {

/// Rows of J of mapped nodes of any rank, by their global numbers.
class FarRows {
 public:
  struct Term {
    std::size_t state;  ///< independent state
    GlobalIndex node;
    bool is_uniform;
    std::vector<double> values;
  };
  using Node = std::pair<std::size_t, PetscInt>;  ///< state, global number

  /// Collects the rows.
  /// @param wanted  nodes of mapped states; repeated nodes are ignored
  /// @note Collective.
  FarRows(const MappingGraph& graph, std::vector<Node> wanted);

  const std::vector<Term>& of(const Node& node) const { return rows_.at(node); }

 private:
  std::map<Node, std::vector<Term>> rows_;
};

}  // namespace tenon::system
