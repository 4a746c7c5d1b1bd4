// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/registry/TypeChoice.hpp"
#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {

/// Type of derived mesh of a case: its name, or a block with its type and parameters.
using DerivationChoice = base::TypeChoice<Derivation, derivations>;

/// Returns the choice of a type by its name, such as "complete-quadratic".
/// @param tets_per_hex, along  parameters of the types "tets" and "prisms"; ignored by other types
/// @throws InputError whose message lists the types
DerivationChoice derivationNamed(const std::string& name, int tets_per_hex = 6,
                                 const base::Vec3& along = base::Vec3::Zero());

/// Specification of a derived mesh.
struct DerivationStep {
  DerivationChoice type = "part";  ///< type of the derived mesh
  /// Restricts the source to the cells of highest dimension (for points: nodes) of this group;
  /// empty for all.
  std::string group{};
};

/// Cell of the source mesh.
struct SourceCell {
  CellType type{};                       ///< cell type
  std::int64_t position = -1, tag = -1;  ///< index among the cells of this type, and number in the mesh file
};

/// Mesh derived from another mesh on the same ranks, with its relation to the source.
struct DerivedMesh {
  Mesh mesh;  ///< derived mesh
  /// Positions of owned nodes: node i lies at sum_k weights[k] x(nodes[k]), k in [starts[i],
  /// starts[i + 1]), with global node numbers of the source. A node is a node of the source with
  /// weight 1, or the mean of the vertices of an edge, face or cell. On second-order entities
  /// without a node at their centre, the weights are the shape functions at the centre. The weights
  /// of a node sum to 1.
  std::vector<std::size_t> starts;
  std::vector<GlobalIndex> nodes;  ///< global numbers of source nodes, see starts
  std::vector<double> weights;     ///< weights of source nodes, see starts
  /// [blocks][cells, ghosts included] source cell that contains the derived cell; among several
  /// cells with this face, edge or node, the first.
  std::vector<std::vector<SourceCell>> cells;
};

/// Derives a mesh from another.
///
/// The result does not depend on the partition. Nodes of the source keep their numbers (tags); new
/// nodes get numbers above them. Positions are ordered as in the source, followed by nodes on
/// edges, on faces, and in cells. A cell that corresponds to exactly one source cell keeps its
/// number.
///
/// A derived cell belongs to each group that has a cell which contains it. Cells of lower dimension
/// in groups are kept if their nodes are. A new node belongs to a group of nodes if all nodes that
/// define it do.
///
/// Tetrahedra and triangles: a cell is the cone from its lowest vertex (by position in the file)
/// over its faces, which are divided in the same manner, so that neighbours agree on each diagonal.
/// With 5 tetrahedra per hexahedron there is one on the vertices of one colour, and four corners.
/// Second-order cells keep their curved edges. Prisms: the lowest vertex of each column of
/// hexahedra determines the diagonals.
///
/// @throws InputError on all ranks if the group does not exist, if there are no suitable cells, or
///   if cells cannot be divided in this way
/// @note Collective.
/// @see C. W. Lee, Regular triangulations of convex polytopes (1991): "pulling"
DerivedMesh derive(const Mesh& source, const DerivationStep& derivation);

/// Returns the global number of the derived node that corresponds to each node, [local nodes of the
/// source]; -1 if there is none.
/// @note Collective.
std::vector<GlobalIndex> derivedNodes(const Mesh& source, const DerivedMesh& derived);

/// Returns the derived cells of each source cell, [blocks of the source][owned cells], with type,
/// position and tag, in ascending order.
/// @note Collective.
std::vector<std::vector<std::vector<SourceCell>>> derivedCells(const Mesh& source, const DerivedMesh& derived);

}  // namespace tenon::mesh
