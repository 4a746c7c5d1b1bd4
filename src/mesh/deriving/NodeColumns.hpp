#pragma once
#include <vector>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Two nodes that belong together, by local numbers.
using NodePair = std::pair<LocalIndex, LocalIndex>;

/// Which nodes are linked, however far and over which ranks.
struct NodeColumns {
  std::vector<std::int64_t> lowest;  ///< [local nodes] least place in the file among the nodes it is linked with
  std::vector<char> is_odd;          ///< [local nodes] by an odd number of links (of one way of several)
};

/// Collective. `links`: all that touch a node of this rank. As many exchanges as links cross from rank to rank.
NodeColumns linkNodes(const Mesh& mesh, const std::vector<NodePair>& links);

}  // namespace tenon::mesh
