// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::system {

/// Linear system with A assembled into one AIJ matrix. Rows and columns of constrained degrees of
/// freedom contain a diagonal entry only.
///
/// With la::Insertion::slots (kind `fixed-pattern`) the pattern is found once and the values are
/// added directly at their positions in the stored matrix; with la::Insertion::blocked (kind
/// `assembled`) MatSetValuesBlocked() is used. Both detect on all ranks that a contributor writes
/// outside the recorded pattern. The matrix is then created anew and the contributor is reported,
/// or the change is rejected (SystemOptions::rules).
class AssembledSystem : public LinearSystem {
 public:
  /// Parameters of assembled linear systems.
  struct Data : StoredSystemData {
    /// True if second-order elements are replaced by first-order elements.
    bool first_order = false;
    /// Returns the options of the linear system that belong to these parameters.
    SystemOptions options() const;
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates a system of the general kind, `assembled`. @note Collective.
  AssembledSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Creates a system. `mechanics` must outlive it. @note Collective.
  explicit AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion = la::Insertion::slots,
                           la::DirichletDiagonal held_diagonal = la::DirichletDiagonal::meanOfDiagonal);
  /// Creates a system with options. `mechanics` must outlive it. @note Collective.
  AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion, const SystemOptions& options);

  std::string kind() const override { return insertion_ == la::Insertion::slots ? "fixed-pattern" : "assembled"; }

  /// Runs the contributors to find their pattern and creates the matrix. assemble() calls this
  /// function if it has not been called, or if contributors are added whose pattern has not been
  /// recorded.
  /// @note Collective.
  void record(const Factors& factors);

  Mat get() const override { return projected_.matrix ? projected_.matrix.get() : assembly_.matrix().get(); }
  /// Returns the matrix into which contributors write: get() before the projection of oblique
  /// directions.
  const la::BlockMatrix& matrix() const { return assembly_.matrix(); }
  /// Returns the assembly that maps contributions to the matrix.
  const la::MatrixAssembly& assembly() const { return assembly_; }

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void invalidateGhosts() override { is_recorded_ = false; }

 private:
  void record(const Terms& terms);

  la::Insertion insertion_;
  la::MatrixAssembly assembly_;
  la::ProjectedMatrix projected_;  // get(), if conditions constrain oblique directions
  Terms recorded_;
  bool is_recorded_ = false;
};

/// System of kind `fixed-pattern`, as created from a case.
class FixedPatternSystem : public AssembledSystem {
 public:
  /// Creates the system from the parameters of a case.
  FixedPatternSystem(const Data& data, const MechanicalSystem& mechanics)
      : AssembledSystem(mechanics, la::Insertion::slots, data.options()) {}
};

}  // namespace tenon::system
