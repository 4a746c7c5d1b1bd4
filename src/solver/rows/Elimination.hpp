#pragma once
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Unknowns ("slaves"), one for each row of G u = g, expressed by the others ("masters"):
///   u = T u_m + d(g),   G T = 0,   G d = g.
///
/// Rows give up unknowns in stages. In each, a row takes an unknown that no other row of those left has, the one with
/// its largest coefficient: T_k = I - E_k G_k, with E_k the inverse of that coefficient, and T = T_1 T_2 ... What is
/// left when no row has an unknown of its own (the distances within the base of a rigid group) is solved densely, if
/// there are few such rows. Rows without entries are left out: their multiplier is zero.
class Elimination {
 public:
  static constexpr PetscInt most_dense_rows = 300;

  /// Collective. `groups` name G's rows. InputError that names a group where there are too many rows without an unknown
  /// of their own, or rows that repeat others.
  Elimination(Mat G, const std::vector<la::NamedRows>& groups);

  /// n x n; columns of slaves are empty.
  Mat T() const { return T_.get(); }
  /// 1 at slaves, else 0.
  Vec slaves() const { return slaves_.get(); }
  /// Rows without entries, over all ranks.
  PetscInt numEmptyRows() const { return num_empty_rows_; }

  /// Collective. d(g).
  void findParticular(Vec g, Vec d) const;
  /// Collective. The mu with (G^T mu)_s = r_s at all slaves s; adds it.
  void addMultipliers(Vec r, Vec mu) const;

 private:
  struct Pivot {
    PetscInt row, column;
    double value;
  };
  struct Stage {
    la::Matrix E, T;
  };

  PetscInt markRows(std::vector<char>& left);
  std::vector<Pivot> pick(const std::vector<char>& left) const;
  void addStage(const std::vector<Pivot>& pivots);
  void eliminateDensely(const std::vector<char>& left, const std::vector<la::NamedRows>& groups);
  void finishStage(la::Matrix E, Vec slaves, const std::vector<PetscInt>& rows);
  [[noreturn]] void refuse(const std::vector<char>& left, const std::vector<la::NamedRows>& groups,
                           const char* reason) const;

  la::Matrix G_, pattern_;
  PetscInt num_empty_rows_ = 0, first_row_ = 0, num_rows_ = 0;
  std::vector<Stage> stages_;
  la::Matrix T_;
  la::Vector slaves_;
};

}  // namespace tenon::solver
