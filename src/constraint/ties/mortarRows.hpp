#pragma once
#include <array>
#include <vector>

#include "tenon/la/Layout.hpp"

namespace tenon::constraint {

/// A coefficient in the rows of slave node `row`, the same for every component.
struct MortarTerm {
  /// Of D and M; coupling: int N_row N_column over what is covered; whole: int N_row^2 over all faces of the node,
  /// covered or not; area: of the node's function; of contacts gap: int Phi_row g, and normal: int N_row^2 n, a
  /// component for each column.
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

/// What the turning of a gap adds to M: a coefficient for each pair of components, [row's][column's].
struct MortarTurn {
  PetscInt row, column;
  std::array<double, 9> values;

  bool isLike(const MortarTurn& other) const { return column == other.column; }
  bool operator<(const MortarTurn& other) const { return column < other.column; }
  void add(const MortarTurn& other) {
    for (std::size_t i = 0; i < 9; ++i) values[i] += other.values[i];
  }
  void scale(double factor) {
    for (double& value : values) value *= factor;
  }
};

/// What a rank found on its own faces.
struct MortarTerms {
  std::vector<MortarTerm> terms;
  std::vector<MortarTurn> turns;

  /// Multiplies every coefficient by `factor`, such as the thickness of a plane problem.
  void scale(double factor) {
    for (MortarTerm& term : terms) term.scale(factor);
    for (MortarTurn& turn : turns) turn.scale(factor);
  }
};

/// [numOwned] by slave node: each kind of term once, sorted.
struct MortarRows {
  std::vector<std::vector<MortarTerm>> terms;
  std::vector<std::vector<MortarTurn>> turns;
};

/// Collective. Owners of slave nodes add up what all ranks found for them, in the order of ranks: the same bits every
/// time.
MortarRows gatherRows(const la::Layout& slaves, const MortarTerms& found);

/// Collective. Where the master ends in the middle of slave faces, the functions of nodes beyond its edge are next to
/// nothing on what is covered: with rows of their own, next to dependent on those of their neighbours, multipliers
/// would have no bound. These rows are added to those of the neighbours whose functions go on over the edge instead, in
/// proportion to int N_j N_k over what is covered. The functions that are left still sum to 1, hence constant tractions
/// are carried exactly.
///
/// A node has no row where less than a fifth of int N_j^2 is covered, compared with the best covered neighbour.
/// `coupling` says which part holds int N_j N_k.
///
/// Sources: Bernardi, Maday & Patera (1994), where functions are changed like this at the ends of interfaces; Cichosz &
/// Bischoff, CMAME 200 (2011), 1317-1332, and Popp, Seitz, Gee & Wall, CMAME 264 (2013), 67-80, on dropped edges.
MortarRows joinHardlyCovered(const la::Layout& slaves, MortarRows rows, MortarTerm::Part coupling);

}  // namespace tenon::constraint
