// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "vertexInterpolation.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "fem/shapes.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::system {
namespace {

using base::LocalIndex;
using fem::CellType;

/// Weights of the vertices of an element at one of its nodes, without zeros.
struct Weights {
  std::vector<int> vertices;
  std::vector<double> values;
};

Weights weightsAt(CellType type, int node) {
  constexpr double negligible = 1e-12;
  const CellType linear = fem::linearType(type);
  std::vector<double> N(static_cast<std::size_t>(fem::numNodes(linear)));
  fem::shapeFunctions(linear, fem::nodeCoordinates(type, node), N.data());
  Weights weights;
  for (int a = 0; a < fem::numNodes(linear); ++a)
    if (const double value = N[static_cast<std::size_t>(a)]; std::abs(value) > negligible)
      weights.vertices.push_back(a), weights.values.push_back(value);
  return weights;
}

/// One element of each local node that is not a vertex.
class InnerNodes {
 public:
  explicit InnerNodes(const mesh::Mesh& mesh) : places_(static_cast<std::size_t>(mesh.layout().numLocal())) {
    for (const mesh::CellBlock& block : mesh.blocks()) {
      if (fem::orderOf(block.type) < 2) continue;
      const int num_nodes = fem::numNodes(block.type), num_vertices = fem::numVertices(block.type);
      for (int a = 0; a < num_nodes; ++a) weights_[index(block.type)].push_back(weightsAt(block.type, a));
      for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
        for (int a = num_vertices; a < num_nodes; ++a)
          places_[index(block.nodesOf(cell)[a])] = {&block, block.nodesOf(cell), a};
      any_ = any_ || block.numCells() > 0;
    }
  }

  bool any() const { return any_; }
  bool has(LocalIndex node) const { return places_[index(node)].block != nullptr; }
  /// Calls visit(local vertex, weight) for each vertex on which the node depends.
  template <class Visit>
  void forVertices(LocalIndex node, Visit&& visit) const {
    const Place& place = places_[index(node)];
    const Weights& weights = weights_[index(place.block->type)][index(place.node_of_cell)];
    for (std::size_t k = 0; k < weights.vertices.size(); ++k)
      visit(place.nodes[weights.vertices[k]], weights.values[k]);
  }

 private:
  struct Place {
    const mesh::CellBlock* block = nullptr;
    const LocalIndex* nodes = nullptr;
    int node_of_cell = 0;
  };
  template <class Number>
  static std::size_t index(Number number) {
    return static_cast<std::size_t>(number);
  }

  std::vector<Place> places_;  // [local nodes]
  std::array<std::vector<Weights>, mesh::num_cell_types> weights_;
  bool any_ = false;
};

/// Global numbers of the block rows at vertices, [local block rows of a layout]; unspecified for
/// other rows.
class VertexNumbers {
 public:
  VertexNumbers(const la::CombinedLayout& layout, const std::vector<InnerNodes>& inner)
      : numbers_(static_cast<std::size_t>(layout.layout().numLocal())) {
    forOwned(layout, inner, [&](LocalIndex) { ++num_owned_; });
    auto next = layout.comm().exclusiveSum(static_cast<std::int64_t>(num_owned_));
    forOwned(layout, inner, [&](LocalIndex row) { numbers_[static_cast<std::size_t>(row)] = next++; });
    layout.halo().updateGhosts<long long>(numbers_, 1);
  }
  LocalIndex numOwned() const { return num_owned_; }
  PetscInt operator[](LocalIndex row) const { return static_cast<PetscInt>(numbers_[static_cast<std::size_t>(row)]); }

 private:
  template <class Visit>
  static void forOwned(const la::CombinedLayout& layout, const std::vector<InnerNodes>& inner, Visit&& visit) {
    for (std::size_t s = 0; s < layout.states().size(); ++s)
      for (LocalIndex node = 0; node < layout.states()[s]->layout().numOwned(); ++node)
        for (int k = 0; k < layout.rowsPerNode(s) && !inner[s].has(node); ++k) visit(layout.local(s, node) + k);
  }

  LocalIndex num_owned_ = 0;
  std::vector<long long> numbers_;
};

/// Rows of a matrix whose blocks are multiples of the identity matrix.
class RowsOfBlocks {
 public:
  explicit RowsOfBlocks(int block) : block_(block) {}
  void addEntry(PetscInt column, double value) { columns_.push_back(column), values_.push_back(value); }
  void endBlockRow() { ends_.push_back(columns_.size()); }

  la::Matrix matrix(const base::Communicator& comm, LocalIndex num_columns) const {
    std::vector<PetscInt> starts{0}, columns;
    std::vector<double> values;
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      for (int i = 0; i < block_; ++i) {
        for (std::size_t k = begin; k < end; ++k)
          columns.push_back(columns_[k] * block_ + i), values.push_back(values_[k]);
        starts.push_back(static_cast<PetscInt>(columns.size()));
      }
      begin = end;
    }
    la::Matrix P;
    TENON_PETSC(MatCreate(comm.mpi(), P.out()));
    TENON_PETSC(MatSetSizes(P.get(), static_cast<PetscInt>(starts.size()) - 1,
                            static_cast<PetscInt>(num_columns) * block_, PETSC_DETERMINE, PETSC_DETERMINE));
    TENON_PETSC(MatSetBlockSizes(P.get(), block_, block_));
    TENON_PETSC(MatSetType(P.get(), MATAIJ));
    TENON_PETSC(MatSeqAIJSetPreallocationCSR(P.get(), starts.data(), columns.data(), values.data()));
    TENON_PETSC(MatMPIAIJSetPreallocationCSR(P.get(), starts.data(), columns.data(), values.data()));
    return P;
  }

 private:
  int block_;
  std::vector<PetscInt> columns_;
  std::vector<double> values_;
  std::vector<std::size_t> ends_;
};

}  // namespace

la::Matrix vertexInterpolation(const MechanicalSystem& mechanics, const la::CombinedLayout& layout) {
  std::vector<InnerNodes> inner;
  bool any = false;
  for (const la::State* state : layout.states()) {
    inner.emplace_back(mechanics.allBodies()[mechanics.bodyOf(*state)]->mesh());
    any = any || inner.back().any();
  }
  if (!layout.comm().any(any)) return {};
  const VertexNumbers numbers(layout, inner);
  RowsOfBlocks rows(layout.block());
  for (std::size_t s = 0; s < layout.states().size(); ++s)
    for (LocalIndex node = 0; node < layout.states()[s]->layout().numOwned(); ++node)
      for (int k = 0; k < layout.rowsPerNode(s); ++k) {
        if (inner[s].has(node))
          inner[s].forVertices(node, [&](LocalIndex vertex, double weight) {
            rows.addEntry(numbers[layout.local(s, vertex) + k], weight);
          });
        else
          rows.addEntry(numbers[layout.local(s, node) + k], 1.0);
        rows.endBlockRow();
      }
  return rows.matrix(layout.comm(), numbers.numOwned());
}

}  // namespace tenon::system
