#pragma once
#include <array>
#include <limits>
#include <unordered_map>

#include "Spot.hpp"
#include "distribution/exchange.hpp"
#include "groupSets.hpp"
#include "tenon/mesh/derive.hpp"

namespace tenon::mesh {

/// The nodes of a derived mesh that this rank's cells ask for, each once.
class DerivedNodes {
 public:
  struct Weight {
    GlobalIndex node;  ///< of the source
    double value;
  };

  explicit DerivedNodes(const Mesh& source);

  /// Number of the node at that spot of a cell.
  LocalIndex add(std::size_t block, LocalIndex cell, Spot spot);

  LocalIndex size() const { return static_cast<LocalIndex>(num_vertices_.size()); }
  gsl::span<const LocalIndex> verticesOf(LocalIndex node) const {
    return {keys_[static_cast<std::size_t>(node)].data(),
            static_cast<std::size_t>(num_vertices_[static_cast<std::size_t>(node)])};
  }
  /// Local nodes of the source and their weights, in the order of the source's file.
  gsl::span<const std::pair<LocalIndex, double>> weightsOf(LocalIndex node) const {
    const auto n = static_cast<std::size_t>(node);
    return {weights_.data() + starts_[n], starts_[n + 1] - starts_[n]};
  }

 private:
  using Key = std::array<LocalIndex, 8>;  // vertices, ascending by place in the file; -1 behind them
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  const Mesh& source_;
  std::vector<LocalIndex> of_node_;  // [local nodes of the source] those at nodes
  std::unordered_map<Key, LocalIndex, Hash> of_key_;
  std::vector<Key> keys_;
  std::vector<std::int8_t> num_vertices_;
  std::vector<std::size_t> starts_{0};
  std::vector<std::pair<LocalIndex, double>> weights_;
};

/// All nodes of a derived mesh, spread over the ranks by their first vertex: gives them rows, places and numbers.
class NodeDirectory {
 public:
  /// Collective. `group_sets`: [nodes] as MeshOutline has them.
  NodeDirectory(const Mesh& source, const DerivedNodes& nodes, const std::vector<std::int32_t>& group_sets);

  /// [nodes] their rows.
  const std::vector<std::int64_t>& rows() const { return rows_; }
  std::vector<std::int64_t> starts() const;
  /// Points, tags, positions and group sets of the rows here.
  void fill(MeshShare& share) const;
  /// Collective. Weights of the nodes at these places: starts, nodes and weights of `derived`.
  void tellWeights(gsl::span<const std::int64_t> positions, DerivedMesh& derived) const;

 private:
  static constexpr std::size_t max_vertices = 8;
  struct Record {
    std::array<std::int64_t, max_vertices> vertices;  // places in the source's file, ascending; -1 behind them
    double point[3];
    std::int64_t tag;  // -1: a new node
    std::int32_t num_vertices, group_set, num_weights;
  };

  Record recordOf(const Mesh& source, const DerivedNodes& nodes, LocalIndex node, std::int32_t group_set) const;
  /// Keeps each node that the ranks sent once. Gives the row here of each record.
  std::vector<std::int64_t> collect(const std::vector<Record>& records,
                                    const std::vector<DerivedNodes::Weight>& weights);
  void number(const Mesh& source);
  std::size_t rankOf(std::int64_t position) const;

  base::Communicator comm_;
  std::vector<std::int64_t> shares_;  // of the source's nodes
  std::vector<std::int64_t> rows_;
  std::vector<Record> kept_;  // ascending by number of vertices, then by these
  std::vector<std::size_t> weight_starts_{0};
  std::vector<DerivedNodes::Weight> weights_;
  std::vector<std::int64_t> tags_, positions_;                      // [kept]
  std::vector<std::array<std::int64_t, max_vertices + 1>> counts_;  // [ranks][number of vertices]
};

}  // namespace tenon::mesh
