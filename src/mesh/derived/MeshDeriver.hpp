// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "DerivedNodes.hpp"
#include "entities.hpp"

namespace tenon::mesh {

/// Construction of a derived mesh: creates derived cells on the ranks that own their source cells,
/// then nodes, numbers and the mesh.
class MeshDeriver {
 public:
  /// @throws InputError if the parameters of the type are invalid
  MeshDeriver(const Mesh& source, const DerivationStep& step);

  DerivedMesh derive();

 private:
  /// Derived cells of one type on this rank.
  struct Cells {
    std::vector<LocalIndex> nodes;   // indices in nodes_
    std::vector<std::int64_t> keys;  // unique over the ranks; define the order of the cells
    std::vector<SourceCell> sources;
    std::vector<std::int32_t> sets;  // indices in sets_
    std::vector<std::int64_t> tags;  // if they keep the tags of the source
  };

  /// Selects the source cells. @note Collective.
  void select();
  /// Returns the dimension of the derived mesh.
  int dimension() const;

  void addCells();
  void cutCells();
  void addEntities(bool only_boundary);
  void addPoints();
  /// Adds the cells of lower dimension in groups whose nodes all have `present` set.
  void addLowerCells(const Derivation::Division& divide, std::vector<char> present);
  void addPieces(const Derivation::Division& divide, std::size_t block, LocalIndex cell,
                 const std::vector<int>& groups);
  void requirePiece(const Piece& piece, std::size_t block, LocalIndex cell) const;
  void add(CellType type, const std::vector<NodeSite>& sites, std::size_t block, LocalIndex cell, std::int64_t key,
           const std::vector<int>& groups);
  std::vector<int> groupsOfNewNode(LocalIndex node) const;

  SourceCell sourceOf(std::size_t block, LocalIndex cell) const;
  std::int64_t keyOf(std::size_t block, LocalIndex cell, std::size_t piece) const;

  MeshOutline outline() const;
  MeshShare share(const NodeDirectory& directory, const std::vector<std::int32_t>& set_numbers,
                  const MeshOutline& outline);

  const Mesh& source_;
  DerivationStep step_;
  std::unique_ptr<const Derivation> type_;
  Selection selection_;
  std::vector<LocalIndex> points_;  // local nodes of the selection, if points are derived
  Memberships memberships_;
  std::vector<std::int64_t> first_cell_;  // [blocks] number of cells of the source in preceding blocks
  DerivedNodes nodes_;
  GroupSets sets_;
  std::array<Cells, num_cell_types> cells_;
};

}  // namespace tenon::mesh
