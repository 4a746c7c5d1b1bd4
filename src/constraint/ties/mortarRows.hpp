// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
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

/// Adds a term to the like term of a row, or appends it. Rows are short: a linear search is faster
/// than sorting all contributions.
template <class Term>
void addTo(std::vector<Term>& row, const Term& term) {
  const auto same = std::find_if(row.begin(), row.end(), [&](const Term& other) { return other.isLike(term); });
  if (same == row.end())
    row.push_back(term);
  else
    same->add(term);
}

/// Sums the contributions of all ranks to the slave nodes at their owners, in the order of ranks:
/// the result is bitwise reproducible.
/// @note Collective.
MortarRows gatherRows(const la::Layout& slaves, const MortarTerms& found);

}  // namespace tenon::constraint
