// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::la {
class ConstraintMatrix;
struct ConstraintEntry;
}  // namespace tenon::la

namespace tenon::system {

/// Constraint Jacobian G = dPhi/dq and compliance C of all constraints of a mechanical system in
/// the current configuration.
///
/// Each row is multiplied by the scale of its constraint. Rows of inactive constraints and rows
/// that are dropped by `on_prescribed` are empty. The rows of a rank are contiguous and are ordered
/// by constraint.
///
/// The pattern is recorded once, and rows of nonlinear constraints are updated in place. After
/// MechanicalSystem::updatePairs() has changed candidate pairs, a new object must be created.
class ConstraintJacobian {
 public:
  /// Assembles G.
  /// @param mechanics       system that contains the constraints
  /// @param layout          combined layout of the degrees of freedom
  /// @param is_constrained  [numLocal x block] flag for each degree of freedom of `layout`: true if
  ///   it has a Dirichlet condition
  /// @note Collective.
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     const std::vector<char>& is_constrained);
  ~ConstraintJacobian();
  /// Takes over the matrices of another object, which must not be used afterwards.
  ConstraintJacobian(ConstraintJacobian&&) noexcept;
  /// Takes over the matrices of another object, which must not be used afterwards.
  ConstraintJacobian& operator=(ConstraintJacobian&&) noexcept;

  /// Updates G to the current configuration. The arguments are those of the constructor. Rows of
  /// linear constraints do not change. If the pattern of a nonlinear constraint has changed, or if
  /// a constraint has been switched on or off, all rows are recorded again in new matrices.
  /// @note Collective.
  void update(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
              const std::vector<char>& is_constrained);

  /// Returns the Jacobian G with all columns. With this matrix, G^T lambda contains the constraint
  /// forces on all degrees of freedom, including those with Dirichlet conditions.
  Mat full() const;
  /// Returns the projected Jacobian G P, from which the directions of Dirichlet conditions are
  /// eliminated. Linear solves use this matrix.
  Mat free() const { return projected_.get(); }
  /// Returns the diagonal of the compliance matrix C; nullptr if no constraint has compliance.
  Vec compliance() const { return compliance_.get(); }

  /// Returns the scale s of each row of this rank. Rows of G are s dPhi/dq, and entries of C are
  /// s^2 c. The physical multiplier lambda is s times the multiplier of the row.
  const std::vector<double>& scales() const { return scales_; }
  /// Returns the Euclidean norms of the rows of full() on this rank, with the columns multiplied by
  /// weights. The weights of the first call with weights are used in all later calls.
  /// @param weights  weights of the degrees of freedom; nullptr for weights of 1
  /// @note Collective in the first call with weights.
  std::vector<double> lengths(Vec weights) const;
  /// Returns a flag for each row of this rank. It is true if no admissible displacement changes the
  /// residual of the row, because Dirichlet conditions prescribe all of its degrees of freedom.
  std::vector<char> prescribedRows() const;
  /// Returns the relaxation factor of each row of this rank.
  const std::vector<double>& relaxations() const { return relaxations_; }

  /// Creates a zero vector with one entry per row of G. @note Collective.
  la::Vector makeVector() const;

  /// Returns the rows of each constraint on this rank.
  const std::vector<la::NamedRows>& groups() const;

 private:
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     std::vector<constraint::JacobianRows> rows, const std::vector<char>& is_constrained);
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     const std::vector<la::ConstraintEntry>& entries, const std::vector<char>& is_constrained);
  static std::unique_ptr<la::ConstraintMatrix> makeFree(const MechanicalSystem& mechanics,
                                                        const la::CombinedLayout& layout,
                                                        const std::vector<la::ConstraintEntry>& entries,
                                                        const std::vector<char>& is_constrained);
  la::Vector makeCompliance(const MechanicalSystem& mechanics) const;
  std::vector<double> compliances(const MechanicalSystem& mechanics) const;
  void fillValues(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                  std::vector<constraint::JacobianRows> rows);

  struct Nonlinear;

  std::unique_ptr<la::ConstraintMatrix> full_;
  // G without columns of constrained dofs; nullptr if there are no such columns
  std::unique_ptr<la::ConstraintMatrix> free_;
  la::Matrix projected_;  // G P, from which oblique directions are also eliminated
  la::Vector compliance_;
  std::vector<double> scales_, relaxations_;
  std::vector<Nonlinear> nonlinear_;
  std::vector<char> active_;  // flag of each constraint at the last recording
};

}  // namespace tenon::system
