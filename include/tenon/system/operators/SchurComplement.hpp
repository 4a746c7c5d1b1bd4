// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <memory>
#include <string>
#include <vector>

#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::system {

class Inverse;

/// Schur complement N = G A^-1 G^T + C of the saddle-point matrix [A G^T; G -C], that is, the
/// operator on the multipliers after elimination of the displacements. Its part W = G A^-1 G^T is
/// the compliance operator of the bodies. A may contain stiffness and damping.
///
/// The product with multipliers l is evaluated as G (A^-1 (G^T l)) + C l. If A is diagonal or
/// block-diagonal, A^-1 G^T is stored with the pattern of G^T, and a product costs no more than the
/// two products with G and G^T.
class SchurComplement {
 public:
  /// Part of the Schur complement.
  enum class Part {
    bodies,  ///< compliance operator W = G A^-1 G^T of the bodies
    whole    ///< Schur complement N = W + C
  };

  /// Creates the operator. It shares ownership of G and the compliance; A must outlive it.
  /// @param A           [n x n] system matrix
  /// @param G           [m x n] constraint Jacobian, AIJ
  /// @param compliance  diagonal of C; nullptr if C is zero
  /// @param prefix      prefix of the PETSc options of the inverse of A
  /// @throws InputError or NotConvergedError if A cannot be inverted, see Inverse
  /// @note Collective.
  SchurComplement(const SystemMatrix& A, Mat G, Vec compliance = nullptr, const std::string& prefix = "schur_");
  ~SchurComplement();
  SchurComplement(const SchurComplement&) = delete;
  SchurComplement& operator=(const SchurComplement&) = delete;

  /// Returns the inverse of A.
  const Inverse& inverse() const { return *inverse_; }

  /// Computes y = N l.
  /// @throws NotConvergedError or InputError if a solve with A fails, see Inverse::apply()
  /// @note Collective.
  void multiply(Vec l, Vec y) const;
  /// Computes y = E N E l with E = diag(enabled). Rows and columns of N that are not enabled are
  /// treated as zero.
  /// @param l        [m] multipliers, one per row of G
  /// @param y        [m] result, one entry per row of G
  /// @param enabled  one flag per row of this rank
  /// @throws InputError if the number of flags differs from the number of rows on any rank
  /// @note Collective.
  void multiply(Vec l, Vec y, gsl::span<const char> enabled) const;

  /// Returns the operator N as a MATSHELL for PETSc's solvers. The matrix is valid as long as this
  /// object exists.
  /// @note Collective.
  la::Matrix operation() const;

  /// Assembles W or N. The matrix is sparse (AIJ) if A is diagonal or block-diagonal. Otherwise it
  /// is dense (MATDENSE) and is computed by simultaneous solves with many right-hand sides.
  /// @throws InputError if a dense matrix would have more than 20,000 rows
  /// @note Collective.
  la::Matrix form(Part part) const;

 private:
  void addCompliance(Vec l, Vec y) const;
  la::Matrix formDense() const;
  void fillColumns(PetscInt first, PetscInt count, Mat columns) const;

  std::unique_ptr<Inverse> inverse_;
  la::Matrix G_, transpose_;  // transpose_: G^T, or A^-1 G^T if A^-1 is stored
  la::Vector compliance_, forces_, motion_, masked_;
};

}  // namespace tenon::system
