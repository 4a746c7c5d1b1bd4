#pragma once
#include "CellCutter.hpp"
#include "DerivedNodes.hpp"
#include "entities.hpp"

namespace tenon::mesh {

/// Makes derived cells on the ranks that own what they are made of, then nodes, numbers and a mesh of them.
class MeshDeriver {
 public:
  MeshDeriver(const Mesh& source, const Derivation& how);

  DerivedMesh derive();

 private:
  /// Derived cells of one type on this rank.
  struct Cells {
    std::vector<LocalIndex> nodes;   // numbers in nodes_
    std::vector<std::int64_t> keys;  // distinct over the ranks; what they are ordered by
    std::vector<SourceCell> sources;
    std::vector<std::int32_t> sets;  // numbers in sets_
    std::vector<std::int64_t> tags;  // where they keep those of the source
  };

  /// What to make it of. Collective.
  void select();
  void requireDimension(int dimension, const char* advice) const;
  /// Dimension of the derived mesh.
  int dimension() const;

  void cutCells();
  void requireTypes() const;
  void takeEntities(bool only_boundary);
  void takePoints();
  /// Cells of lower dimension in groups whose nodes all have `present` set.
  void takeLowerCells(const CellCutter& cutter, std::vector<char> present);
  void addPieces(const CellCutter& cutter, std::size_t block, LocalIndex cell, const std::vector<int>& groups);
  void add(CellType type, const std::vector<Spot>& spots, std::size_t block, LocalIndex cell, std::int64_t key,
           const std::vector<int>& groups);
  std::vector<int> groupsOfNewNode(LocalIndex node) const;

  SourceCell sourceOf(std::size_t block, LocalIndex cell) const;
  std::int64_t keyOf(std::size_t block, LocalIndex cell, std::size_t piece) const;
  bool keepsTags() const;

  MeshOutline outline() const;
  MeshShare share(const NodeDirectory& directory, const std::vector<std::int32_t>& set_numbers,
                  const MeshOutline& outline);
  /// Places of this rank's cells among all of their type, and how many there are. Collective.
  std::vector<std::int64_t> numberCells(const Cells& cells, std::int64_t& count) const;

  const Mesh& source_;
  Derivation how_;
  Selection selection_;
  std::vector<LocalIndex> points_;  // local nodes, where points are wanted
  Memberships memberships_;
  std::vector<std::int64_t> first_cell_;  // [blocks] cells of the source before it
  DerivedNodes nodes_;
  GroupSets sets_;
  std::array<Cells, num_cell_types> cells_;
};

}  // namespace tenon::mesh
