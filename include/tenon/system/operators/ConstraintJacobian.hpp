// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/la/matrices/ConstraintMatrix.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Constraint Jacobian G = dPhi/dq of all constraints of a mechanical system in the current
/// configuration, and the compliance C.
///
/// Rows are scaled by the scale of their constraint; rows of inactive constraints are empty. The
/// rows of a rank are contiguous: its rows of the first constraint, then of the second, and so on.
///
/// The pattern is recorded once. Rows of nonlinear constraints are updated in place.
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

  /// Updates G to the current configuration; arguments as in the constructor. Rows of linear
  /// constraints do not change. If the pattern of a constraint changed, or if a constraint was
  /// switched on or off, all rows are recorded anew in new matrices.
  /// @note Collective.
  void update(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
              const std::vector<char>& is_constrained);

  /// Returns the Jacobian G with all columns: G^T lambda is the force on every node, including
  /// constrained ones.
  Mat full() const { return full_.get(); }
  /// Returns the projected Jacobian G P, without the directions of Dirichlet conditions: the
  /// operator of a linear solve.
  Mat free() const { return projected_.get(); }
  /// Returns the diagonal of the compliance matrix C; nullptr if no constraint has compliance.
  Vec compliance() const { return compliance_.get(); }

  /// Returns the scale s of each row of this rank. Rows of G are s dPhi/dq, C is s^2 c, and the
  /// physical multiplier is lambda = s times the multiplier of the row.
  const std::vector<double>& scales() const { return scales_; }
  /// Returns the lengths |s dPhi/dq w| of the rows of this rank.
  /// @param weights  weights w of the degrees of freedom; nullptr: 1
  /// @note Collective.
  std::vector<double> lengths(Vec weights) const { return full_.rowNorms(weights); }
  /// Returns a flag for each row of this rank: true if no admissible displacement changes the row,
  /// because Dirichlet conditions prescribe all of its degrees of freedom.
  std::vector<char> prescribedRows() const;
  /// Returns the relaxation factor of each row of this rank.
  const std::vector<double>& relaxations() const { return relaxations_; }

  /// Creates a zero vector over the rows. @note Collective.
  la::Vector makeVector() const { return full_.makeVector(); }

  /// Returns the rows of each constraint on this rank.
  const std::vector<la::NamedRows>& groups() const { return full_.groups(); }

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

  /// Constraint whose rows change their values.
  struct Nonlinear {
    std::size_t constraint;
    constraint::JacobianRows rows;  // recorded entries
    la::ConstraintMatrix::EntryPositions in_full, in_free;
  };

  la::ConstraintMatrix full_;
  // without columns of constrained dofs; nullptr if there are none
  std::unique_ptr<la::ConstraintMatrix> free_;
  la::Matrix projected_;  // G P, also without oblique directions
  la::Vector compliance_;
  std::vector<double> scales_, relaxations_;
  std::vector<Nonlinear> nonlinear_;
  std::vector<char> active_;  // flag of each constraint at the last recording
};

}  // namespace tenon::system
