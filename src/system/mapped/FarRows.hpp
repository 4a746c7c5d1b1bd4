#pragma once
#include <map>
#include <utility>
#include <vector>

#include "TotalJacobian.hpp"

namespace tenon::system {

/// Rows of J of mapped nodes anywhere, by their global numbers.
class FarRows {
 public:
  struct Term {
    std::size_t state;  ///< independent
    GlobalIndex node;
    bool is_uniform;
    std::vector<double> values;
  };
  using Node = std::pair<std::size_t, PetscInt>;  ///< state, global number

  /// Collective. `wanted`: nodes of mapped states; repeated ones are passed over.
  FarRows(const MappingGraph& graph, std::vector<Node> wanted);

  const std::vector<Term>& of(const Node& node) const { return rows_.at(node); }

 private:
  std::map<Node, std::vector<Term>> rows_;
};

}  // namespace tenon::system
