// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "la/matrices/ConstraintMatrix.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Elimination of one degree of freedom ("slave") by each row of G u = g; slaves are expressed by
/// the other degrees of freedom ("masters"):
///   u = T u_m + d(g),   G T = 0,   G d = g.
///
/// Slaves are selected in stages. In each stage, a row takes a degree of freedom that no other
/// remaining row contains, the one with its largest coefficient: T_k = I - E_k G_k, with E_k the
/// inverse of that coefficient, and T = T_1 T_2 ... Rows that remain when no row has a degree of
/// freedom of its own (the distances within the base of a rigid group) are solved densely if they
/// are few. Rows without entries are omitted; their multiplier is zero.
class Elimination {
 public:
  static constexpr PetscInt most_dense_rows = 300;

  /// Eliminates all rows.
  /// @param groups  names of the rows of G
  /// @throws InputError if too many rows lack a degree of freedom of their own, or if rows are
  ///   linearly dependent; the message names a group
  /// @note Collective.
  Elimination(Mat G, const std::vector<la::NamedRows>& groups);

  /// Returns T, n × n; columns of slaves are empty.
  Mat T() const { return T_.get(); }
  /// Returns a vector that is 1 at slaves and 0 elsewhere.
  Vec slaves() const { return slaves_.get(); }
  /// Returns the number of rows without entries over all ranks.
  PetscInt numEmptyRows() const { return num_empty_rows_; }

  /// Computes the particular solution d(g). @note Collective.
  void findParticular(Vec g, Vec d) const;
  /// Adds to mu the multipliers with (G^T mu)_s = r_s at all slaves s. @note Collective.
  void addMultipliers(Vec r, Vec mu) const;

 private:
  struct Pivot {
    PetscInt row, column;
    double value;
  };
  struct EliminationStage {
    la::Matrix E, T;
  };

  PetscInt markRows(std::vector<char>& left);
  std::vector<Pivot> choosePivots(const std::vector<char>& left) const;
  void addStage(const std::vector<Pivot>& pivots);
  void eliminateDensely(const std::vector<char>& left, const std::vector<la::NamedRows>& groups);
  void finishStage(la::Matrix E, Vec slaves, const std::vector<PetscInt>& rows);
  [[noreturn]] void refuse(const std::vector<char>& left, const std::vector<la::NamedRows>& groups,
                           const char* reason) const;

  la::Matrix G_, pattern_;
  PetscInt num_empty_rows_ = 0, first_row_ = 0, num_rows_ = 0;
  std::vector<EliminationStage> stages_;
  la::Matrix T_;
  la::Vector slaves_;
};

}  // namespace tenon::solver
