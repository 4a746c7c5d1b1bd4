// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::la {
class BlockMatrix;
class MatrixAssembly;
struct ProjectedMatrix;
}  // namespace tenon::la

namespace tenon::system {

/// Linear system whose matrix A is assembled into one AIJ matrix. Rows and columns of constrained
/// degrees of freedom contain only a diagonal entry.
///
/// With la::Insertion::slots (kind `fixed-pattern`), values are added directly at recorded
/// positions of the stored matrix. With la::Insertion::blocked (kind `assembled`), they are added
/// by MatSetValuesBlocked(). Both kinds detect entries outside the recorded pattern on any rank.
/// Depending on SystemOptions::rules, the system either recreates the matrix and reports the
/// contributor, or rejects the change with an InternalError.
class AssembledSystem : public LinearSystem {
 public:
  /// Parameters of assembled linear systems.
  struct Data : StoredSystemData {
    /// True if the stiffness of second-order elements is replaced by that of first-order elements,
    /// see MatrixContents::first_order.
    bool first_order = false;
    /// Converts the parameters to options.
    SystemOptions options() const;
  };
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p);

  /// Creates a system of the kind `assembled` from the parameters of a case. @note Collective.
  AssembledSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Creates a system. `mechanics` must outlive it. @note Collective.
  explicit AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion = la::Insertion::slots,
                           la::DirichletDiagonal held_diagonal = la::DirichletDiagonal::meanOfDiagonal);
  /// Creates a system with options. `mechanics` must outlive it. @note Collective.
  AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion, const SystemOptions& options);
  ~AssembledSystem() override;

  std::string kind() const override { return insertion_ == la::Insertion::slots ? "fixed-pattern" : "assembled"; }

  /// Records the pattern of the contributors and creates the matrix. assemble() does so
  /// automatically if this function has not been called, or if the pattern of a contributor has not
  /// been recorded.
  /// @note Collective.
  void record(const Factors& factors);

  Mat get() const override;
  /// Returns the matrix to which contributors add their entries. It differs from get() if oblique
  /// directions are projected.
  const la::BlockMatrix& matrix() const;
  /// Returns the assembly that adds contributions to the matrix.
  const la::MatrixAssembly& assembly() const { return *assembly_; }

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void invalidateGhosts() override { is_recorded_ = false; }

 private:
  void record(const Terms& terms);

  la::Insertion insertion_;
  std::unique_ptr<la::MatrixAssembly> assembly_;
  std::unique_ptr<la::ProjectedMatrix> projected_;  // result of get() if there are oblique directions
  std::unique_ptr<Terms> recorded_;
  bool is_recorded_ = false;
};

/// System of the kind `fixed-pattern` that is created from the parameters of a case.
class FixedPatternSystem : public AssembledSystem {
 public:
  /// Creates the system from the parameters of a case. @note Collective.
  FixedPatternSystem(const Data& data, const MechanicalSystem& mechanics)
      : AssembledSystem(mechanics, la::Insertion::slots, data.options()) {}
};

}  // namespace tenon::system
