// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "couplingGraph.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "la/MatrixRow.hpp"

namespace tenon::system {
namespace {

using base::GlobalIndex;
using base::LocalIndex;
using Vertices = std::vector<std::int32_t>;

/// Block row, described independently of the partition: object, position of the node in the mesh
/// file, row of the node.
struct Vertex {
  std::int64_t object = 0, node = 0, row = 0;
  std::int32_t size = 0;  // degrees of freedom without Dirichlet conditions
  bool operator<(const Vertex& other) const {
    return std::tie(object, node, row) < std::tie(other.object, other.node, other.row);
  }
};

std::vector<Vertex> ownedVertices(const LinearSystem& system, const MechanicalSystem& mechanics) {
  const la::CombinedLayout& layout = system.layout();
  const auto block = static_cast<std::ptrdiff_t>(layout.block());
  std::vector<Vertex> vertices(static_cast<std::size_t>(layout.layout().numOwned()));
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
    const mesh::Mesh& mesh = mechanics.bodies()[b]->mesh();
    for (LocalIndex node = 0; node < mesh.layout().numOwned(); ++node)
      for (int k = 0; k < layout.rowsPerNode(b); ++k) {
        const LocalIndex row = layout.local(b, node) + k;
        const auto flags = system.constrainedFlags().begin() + row * block;
        vertices[static_cast<std::size_t>(row)] = {static_cast<std::int64_t>(b),
                                                   mesh.nodePositions()[static_cast<std::size_t>(node)], k,
                                                   static_cast<std::int32_t>(std::count(flags, flags + block, 0))};
      }
  }
  return vertices;
}

/// Sets of block rows in one array, each preceded by its size.
class Sets {
 public:
  template <class Fill>
  void add(Fill&& fill) {
    const std::size_t at = numbers_.size();
    numbers_.push_back(0);
    fill(numbers_);
    numbers_[at] = static_cast<std::int32_t>(numbers_.size() - at - 1);
  }
  const Vertices& numbers() const { return numbers_; }

 private:
  Vertices numbers_;
};

/// Returns the block rows of each owned element that has the dimension of the mesh.
Sets cellsOf(const LinearSystem& system, const MechanicalSystem& mechanics) {
  const la::CombinedLayout& layout = system.layout();
  Sets cells;
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
    const mesh::Mesh& mesh = mechanics.bodies()[b]->mesh();
    for (const mesh::CellBlock& block : mesh.blocks()) {
      const mesh::CellTypeInfo& type = mesh::info(block.type);
      if (type.dimension != mesh.dimension()) continue;
      for (LocalIndex cell = 0; cell < block.num_owned; ++cell)
        cells.add([&](Vertices& numbers) {
          for (int i = 0; i < type.num_nodes; ++i)
            for (int k = 0; k < layout.rowsPerNode(b); ++k)
              numbers.push_back(static_cast<std::int32_t>(
                  layout.layout().global(layout.local(b, block.nodesOf(cell)[i]) + k).value()));
        });
    }
  }
  return cells;
}

/// Returns the block rows of each owned constraint row that has entries.
Sets rowsOf(const LinearSystem& system, Mat G) {
  Sets rows;
  if (G == nullptr) return rows;
  PetscInt first = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, &end));
  for (PetscInt row = first; row < end; ++row) {
    const la::MatrixRow entries(G, row);
    if (entries.size == 0) continue;
    rows.add([&](Vertices& numbers) {
      const std::size_t at = numbers.size();
      for (PetscInt k = 0; k < entries.size; ++k)
        numbers.push_back(static_cast<std::int32_t>(entries.columns[k] / system.layout().block()));
      numbers.erase(std::unique(numbers.begin() + static_cast<std::ptrdiff_t>(at), numbers.end()), numbers.end());
    });
  }
  return rows;
}

/// Gathers the arrays of all ranks on the root. @note Collective.
template <class T>
std::vector<T> toRoot(const base::Communicator& comm, std::vector<T> values) {
  std::vector<std::vector<T>> outgoing(static_cast<std::size_t>(comm.size()));
  outgoing[0] = std::move(values);
  std::vector<T> all;
  for (const std::vector<T>& part : comm.exchange(outgoing)) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Builder of the graph of all vertices with degrees of freedom, numbered in the order of Vertex,
/// and of all multipliers.
class GraphMaker {
 public:
  explicit GraphMaker(const std::vector<Vertex>& vertices) : numbers_(vertices.size(), -1) {
    Vertices order(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return vertices[static_cast<std::size_t>(a)] < vertices[static_cast<std::size_t>(b)];
    });
    for (const std::int32_t v : order) {
      const Vertex& vertex = vertices[static_cast<std::size_t>(v)];
      if (vertex.size == 0) continue;
      numbers_[static_cast<std::size_t>(v)] = graph_.numVertices();
      graph_.sizes.push_back(vertex.size);
    }
    graph_.first_multiplier = graph_.numVertices();
  }

  solver::CouplingGraph make(const Vertices& cells, const Vertices& rows) {
    std::vector<Vertices> cliques = renumbered(cells), stars = renumbered(rows);
    std::sort(stars.begin(), stars.end());
    for (Vertices& star : stars) {
      if (star.empty()) continue;
      star.push_back(graph_.numVertices());
      graph_.sizes.push_back(1);
    }
    connect(cliques, stars);
    return std::move(graph_);
  }

 private:
  /// Returns the sets in the numbers of the graph, each ascending, without constrained vertices.
  std::vector<Vertices> renumbered(const Vertices& sets) const {
    std::vector<Vertices> all;
    for (std::size_t at = 0; at < sets.size(); at += static_cast<std::size_t>(sets[at]) + 1) {
      Vertices set;
      for (std::int32_t k = 1; k <= sets[at]; ++k) {
        const std::int32_t number = numbers_[static_cast<std::size_t>(sets[at + static_cast<std::size_t>(k)])];
        if (number >= 0) set.push_back(number);
      }
      std::sort(set.begin(), set.end());
      all.push_back(std::move(set));
    }
    return all;
  }

  /// Connects the members of each clique with each other, and the members of each star with its
  /// last member.
  void connect(const std::vector<Vertices>& cliques, const std::vector<Vertices>& stars) {
    std::vector<Vertices> cliques_at(graph_.sizes.size()), beside(graph_.sizes.size());
    for (std::size_t c = 0; c < cliques.size(); ++c)
      for (const std::int32_t v : cliques[c])
        cliques_at[static_cast<std::size_t>(v)].push_back(static_cast<std::int32_t>(c));
    for (const Vertices& star : stars)
      for (std::size_t k = 0; k + 1 < star.size(); ++k) {
        beside[static_cast<std::size_t>(star[k])].push_back(star.back());
        beside[static_cast<std::size_t>(star.back())].push_back(star[k]);
      }
    Vertices seen(graph_.sizes.size(), -1);
    for (std::int32_t v = 0; v < graph_.numVertices(); ++v) {
      const auto at = static_cast<std::size_t>(v);
      seen[at] = v;
      const auto add = [&](std::int32_t neighbour) {
        if (std::exchange(seen[static_cast<std::size_t>(neighbour)], v) != v) graph_.neighbours.push_back(neighbour);
      };
      for (const std::int32_t c : cliques_at[at])
        for (const std::int32_t neighbour : cliques[static_cast<std::size_t>(c)]) add(neighbour);
      for (const std::int32_t neighbour : beside[at]) add(neighbour);
      graph_.starts.push_back(static_cast<std::int32_t>(graph_.neighbours.size()));
    }
  }

  Vertices numbers_;  // vertex number of each global block row; -1: constrained
  solver::CouplingGraph graph_;
};

}  // namespace

solver::CouplingGraph couplingGraph(const LinearSystem& system, const MechanicalSystem& mechanics, Mat G) {
  const base::Communicator& comm = mechanics.comm();
  const std::vector<Vertex> vertices = toRoot(comm, ownedVertices(system, mechanics));
  const Vertices cells = toRoot(comm, cellsOf(system, mechanics).numbers());
  const Vertices rows = toRoot(comm, rowsOf(system, G).numbers());
  if (!comm.isRoot()) return {};
  return GraphMaker(vertices).make(cells, rows);
}

}  // namespace tenon::system
