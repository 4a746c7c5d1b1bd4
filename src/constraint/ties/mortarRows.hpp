// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "tenon/la/layout/Layout.hpp"

namespace tenon::constraint {

/// Coefficient in the rows of slave node `row`, the same for every component.
struct MortarTerm {
  /// Parts of the rows. D and M: the mortar matrices; coupling: int N_row N_column over the covered
  /// part; whole: int N_row^2 over all faces of the node, covered or not; area: area of the node's
  /// function; for contacts gap: int Phi_row g, and normal: int N_row^2 n, a component for each
  /// column.
  enum class Part { D, M, coupling, whole, area, gap, normal };
  PetscInt row, column;
  Part part;
  double value;

  bool isLike(const MortarTerm& other) const { return column == other.column && part == other.part; }
  bool operator<(const MortarTerm& other) const {
    return part != other.part ? part < other.part : column < other.column;
  }
  void add(const MortarTerm& other) { value += other.value; }
  void scale(double factor) { value *= factor; }
};

/// Contribution of the rotation of a gap to M: a coefficient for each pair of components,
/// [row][column].
struct GapRotationTerm {
  PetscInt row, column;
  std::array<double, 9> values;

  bool isLike(const GapRotationTerm& other) const { return column == other.column; }
  bool operator<(const GapRotationTerm& other) const { return column < other.column; }
  void add(const GapRotationTerm& other) {
    for (std::size_t i = 0; i < 9; ++i) values[i] += other.values[i];
  }
  void scale(double factor) {
    for (double& value : values) value *= factor;
  }
};

/// Contributions of a rank's own faces.
struct MortarTerms {
  std::vector<MortarTerm> terms;
  std::vector<GapRotationTerm> turns;

  /// Multiplies every coefficient by `factor`, for example the thickness of a plane problem.
  void scale(double factor) {
    for (MortarTerm& term : terms) term.scale(factor);
    for (GapRotationTerm& turn : turns) turn.scale(factor);
  }
};

/// Rows by slave node, [numOwned]: each kind of term once, sorted.
struct MortarRows {
  std::vector<std::vector<MortarTerm>> terms;
  std::vector<std::vector<GapRotationTerm>> turns;
};

/// Sums the contributions of all ranks to the slave nodes at their owners, in the order of ranks:
/// the result is bitwise reproducible.
/// @note Collective.
MortarRows gatherRows(const la::Layout& slaves, const MortarTerms& found);

/// Adds rows of nodes with a negligible overlap to those of their neighbours.
///
/// If the edge of the master crosses slave faces, the functions of nodes beyond its edge nearly
/// vanish on the covered part. Rows of their own would be nearly dependent on those of their
/// neighbours, and multipliers would be unbounded. These rows are added to those of the neighbours
/// whose functions extend over the edge, in proportion to int N_j N_k over the covered part. The
/// remaining functions still sum to 1, so that constant tractions are transmitted exactly.
///
/// A node has no row if less than a fifth of int N_j^2 is covered, compared with the best covered
/// neighbour.
///
/// @param coupling  part that contains int N_j N_k
/// @see Bernardi, Maday & Patera (1994), where functions are modified in this way at the ends of
///   interfaces; Cichosz & Bischoff, CMAME 200 (2011), 1317-1332, and Popp, Seitz, Gee & Wall,
///   CMAME 264 (2013), 67-80, on dropped edges
/// @note Collective.
MortarRows mergeWeaklyCovered(const la::Layout& slaves, MortarRows rows, MortarTerm::Part coupling);

}  // namespace tenon::constraint
