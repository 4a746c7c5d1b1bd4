// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::la {
class DiagonalAssembly;
}

namespace tenon::system {

/// Matrix-free linear system. The matrix is a MATSHELL that computes y = P A P x + d (x - P x) with
/// the projection P onto the admissible directions and the diagonal entry d of constrained degrees
/// of freedom. Forces and masses evaluate the products of their matrices with vectors in the
/// current configuration. The matrix supports MatMult, MatGetDiagonal and, if A is symmetric,
/// MatMultTranspose. It also provides the inverted diagonal blocks that -pc_type pbjacobi requires.
class MatrixFreeSystem : public LinearSystem {
 public:
  /// Parameters of the kind `matrix-free`.
  using Data = SystemData;
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p) { Data::declareFlags(p); }

  /// Creates a system from the parameters of a case. @note Collective.
  MatrixFreeSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Creates a system. `mechanics` must outlive it. @note Collective.
  explicit MatrixFreeSystem(const MechanicalSystem& mechanics, const SystemOptions& options = {});
  ~MatrixFreeSystem() override;

  std::string kind() const override { return "matrix-free"; }
  Mat get() const override;
  bool isStored() const override { return false; }

  /// Computes the product y = P A P x + d (x - P x) of the matrix and x.
  /// @throws InternalError if assemble() has not been called
  /// @note Collective.
  void multiply(Vec x, Vec y) const;
  /// Copies the diagonal of the matrix to a vector of the layout. The diagonal is computed once per
  /// assemble(). If a condition constrains a direction that involves several nodes, the entries of
  /// A that couple these nodes are neglected.
  /// @note Collective.
  void getDiagonal(Vec diagonal) const;
  /// Returns the inverses of the diagonal blocks of the matrix, one per block row of this rank, in
  /// the column-major order that PETSc requires.
  /// @throws InputError if a block is singular on any rank
  /// @note Collective.
  const std::vector<double>& invertedBlocks() const;

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void invalidateGhosts() override;

 private:
  struct Parts;
  void multiplyFree(Vec x, Vec y) const;
  void read(Vec x) const;
  void write(Vec x, Vec y) const;
  const la::DiagonalAssembly& diagonalOfAll() const;
  const std::vector<double>& diagonalBlocks() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace tenon::system
