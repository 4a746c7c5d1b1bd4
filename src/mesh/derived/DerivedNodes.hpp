// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <limits>
#include <unordered_map>

#include "NodeSite.hpp"
#include "groupSets.hpp"
#include "mesh/derive.hpp"
#include "mesh/distribution/exchange.hpp"

namespace tenon::mesh {

/// Nodes of a derived mesh that this rank's cells use, without repetition.
class DerivedNodes {
 public:
  struct Weight {
    GlobalIndex node;  ///< node of the source
    double value;
  };

  explicit DerivedNodes(const Mesh& source);

  /// Adds the node at a site of a cell, if it is new, and returns its number.
  LocalIndex add(std::size_t block, LocalIndex cell, NodeSite site);

  LocalIndex size() const { return static_cast<LocalIndex>(num_vertices_.size()); }
  gsl::span<const LocalIndex> verticesOf(LocalIndex node) const {
    return {keys_[static_cast<std::size_t>(node)].data(),
            static_cast<std::size_t>(num_vertices_[static_cast<std::size_t>(node)])};
  }
  /// Returns the local nodes of the source and their weights, in the order of the source's file.
  gsl::span<const std::pair<LocalIndex, double>> weightsOf(LocalIndex node) const {
    const auto n = static_cast<std::size_t>(node);
    return {weights_.data() + starts_[n], starts_[n + 1] - starts_[n]};
  }

 private:
  using Key = std::array<LocalIndex, 8>;  // vertices, ascending by position in the file, padded with -1
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  const Mesh& source_;
  std::vector<LocalIndex> of_node_;  // [local nodes of the source] derived nodes at source nodes
  std::unordered_map<Key, LocalIndex, Hash> of_key_;
  std::vector<Key> keys_;
  std::vector<std::int8_t> num_vertices_;
  std::vector<std::size_t> starts_{0};
  std::vector<std::pair<LocalIndex, double>> weights_;
};

/// All nodes of a derived mesh, distributed over the ranks by their first vertex, with their rows,
/// positions and numbers.
class NodeDirectory {
 public:
  /// @param group_sets  [nodes] as in MeshOutline
  /// @note Collective.
  NodeDirectory(const Mesh& source, const DerivedNodes& nodes, const std::vector<std::int32_t>& group_sets);

  /// Returns the rows of the nodes, [nodes].
  const std::vector<std::int64_t>& rows() const { return rows_; }
  std::vector<std::int64_t> starts() const;
  /// Writes points, tags, positions and group sets of the local rows to `share`.
  void fill(MeshShare& share) const;
  /// Sets starts, nodes and weights of `derived` for the nodes at these positions.
  /// @note Collective.
  void fetchWeights(gsl::span<const std::int64_t> positions, DerivedMesh& derived) const;

 private:
  static constexpr std::size_t max_vertices = 8;
  struct Record {
    // Positions in the source's file, ascending, padded with -1.
    std::array<std::int64_t, max_vertices> vertices;
    double point[3];
    std::int64_t tag;  // tag of the source node; -1 for a new node
    std::int32_t num_vertices, group_set, num_weights;
  };

  Record recordOf(const Mesh& source, const DerivedNodes& nodes, LocalIndex node, std::int32_t group_set) const;
  /// Stores each node that the ranks have sent once. Returns the local row of each record.
  std::vector<std::int64_t> collect(const std::vector<Record>& records,
                                    const std::vector<DerivedNodes::Weight>& weights);
  void number(const Mesh& source);
  /// Returns the rank of each node, given by its position, and its row on that rank.
  void locate(gsl::span<const std::int64_t> positions, std::vector<std::size_t>& ranks,
              std::vector<std::int64_t>& rows) const;
  /// Returns the number of weights of each row of this rank, and sets their weights.
  ByRank<std::int64_t> weightsOf(const ByRank<std::int64_t>& rows, ByRank<DerivedNodes::Weight>& weights) const;
  std::size_t rankOf(std::int64_t position) const;

  base::Communicator comm_;
  std::vector<std::int64_t> shares_;  // shares of the source's nodes
  std::vector<std::int64_t> rows_;
  std::vector<Record> records_;  // ascending by number of vertices, then by vertices
  std::vector<std::size_t> weight_starts_{0};
  std::vector<DerivedNodes::Weight> weights_;
  std::vector<std::int64_t> tags_, positions_;                      // [records] tag and position of each node
  std::vector<std::array<std::int64_t, max_vertices + 1>> counts_;  // [ranks][number of vertices]
};

}  // namespace tenon::mesh
