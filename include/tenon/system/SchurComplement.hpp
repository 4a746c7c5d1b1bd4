#pragma once
#include <gsl/span>
#include <string>

#include "tenon/system/Inverse.hpp"

namespace tenon::system {

/// N = G A^-1 G^T + C, what is left of [A G^T; G -C] for the multipliers alone, and its part W = G A^-1 G^T: the
/// compliance of the bodies as the constraints feel it. A may hold stiffness and damping.
///
/// A product is G (A^-1 (G^T l)) + C l. Where A is diagonal or block-diagonal, A^-1 G^T is stored with the pattern of
/// G^T, so that it costs what the two products with G and G^T cost.
class SchurComplement {
 public:
  enum class Part { bodies, whole };  ///< W, N

  /// Collective. Shares the matrices. `G`: m x n AIJ; `compliance`: diagonal of C, nullptr: zero. Errors as Inverse.
  SchurComplement(const SystemMatrix& A, Mat G, Vec compliance = nullptr, const std::string& prefix = "schur_");
  SchurComplement(const SchurComplement&) = delete;
  SchurComplement& operator=(const SchurComplement&) = delete;

  const Inverse& inverse() const { return inverse_; }

  /// Collective. y = N l.
  void multiply(Vec l, Vec y) const;
  /// Collective. y = E N E l with E = diag(enabled): rows that are not enabled neither act nor answer. `enabled`: a
  /// flag per row of this rank; InputError for another number of them.
  void multiply(Vec l, Vec y, gsl::span<const char> enabled) const;

  /// Collective. The product as a MATSHELL, for PETSc's solvers; lives no longer than this.
  la::Matrix operation() const;

  /// Collective. W or N with its entries: sparse (AIJ) where A is diagonal or block-diagonal, else dense (MATDENSE),
  /// from solves with many right-hand sides at once. InputError for more than 20,000 rows of a dense one.
  la::Matrix form(Part part) const;

 private:
  void addCompliance(Vec l, Vec y) const;
  la::Matrix formDense() const;
  void fillColumns(PetscInt first, PetscInt count, Mat columns) const;

  Inverse inverse_;
  la::Matrix G_, transpose_;  // transpose_: G^T; A^-1 G^T where A^-1 is stored
  la::Vector compliance_, forces_, motion_, masked_;
};

}  // namespace tenon::system
