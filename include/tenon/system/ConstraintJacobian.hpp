#pragma once
#include <memory>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// G = dPhi/dq of all constraints of a mechanical system at its present motion, with the compliance C; rows are scaled
/// as each constraint says, those of inactive ones are empty. A rank's rows are contiguous: its rows of the first
/// constraint, then of the second, and so on.
///
/// Its pattern is recorded once; as things move, rows of nonlinear constraints are filled in place.
class ConstraintJacobian {
 public:
  /// Collective. `held`: flags [numLocal x block] of the layout's unknowns that projective conditions hold.
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     const std::vector<char>& held);

  /// Collective. Follows the present motion, with what it was made of. Rows of linear constraints are not touched.
  /// Where a constraint has entries elsewhere than before, or was switched on or off, all is recorded anew, in other
  /// matrices.
  void update(const MechanicalSystem& mechanics, const la::CombinedLayout& layout, const std::vector<char>& held);

  /// G with all its columns: G^T lambda is the force on every node, held ones included.
  Mat full() const { return full_.get(); }
  /// G P, without what projective conditions take out: the operator of a solve.
  Mat free() const { return projected_.get(); }
  /// Diagonal of C; nullptr where no constraint has compliance.
  Vec compliance() const { return compliance_.get(); }

  /// Scale s of this rank's rows: rows are s dPhi/dq, C is s^2 c, and lambda = s times the multiplier of the row.
  const std::vector<double>& scales() const { return scales_; }
  /// |s dPhi/dq w| of this rank's rows, `weights` w of the unknowns; nullptr: 1. Collective.
  std::vector<double> lengths(Vec weights) const { return full_.lengths(weights); }
  /// Flags of this rank's rows that no admissible motion changes: conditions prescribe all their degrees of freedom.
  std::vector<char> prescribedRows() const;
  /// Relaxation of this rank's rows.
  const std::vector<double>& relaxations() const { return relaxations_; }

  /// Collective. A vector over the rows, zero.
  la::Vector makeVector() const { return full_.makeVector(); }

  /// The rows of each constraint on this rank.
  const std::vector<la::NamedRows>& groups() const { return full_.groups(); }

 private:
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     std::vector<constraint::JacobianRows> rows, const std::vector<char>& held);
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     const std::vector<la::ConstraintEntry>& entries, const std::vector<char>& held);
  static std::unique_ptr<la::ConstraintMatrix> makeFree(const MechanicalSystem& mechanics,
                                                        const la::CombinedLayout& layout,
                                                        const std::vector<la::ConstraintEntry>& entries,
                                                        const std::vector<char>& held);
  la::Vector makeCompliance(const MechanicalSystem& mechanics) const;
  std::vector<double> compliances(const MechanicalSystem& mechanics) const;
  void follow(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
              std::vector<constraint::JacobianRows> rows);

  /// A constraint whose rows change their values.
  struct Nonlinear {
    std::size_t constraint;
    constraint::JacobianRows rows;  // as recorded
    la::ConstraintMatrix::Places in_full, in_free;
  };

  la::ConstraintMatrix full_;
  std::unique_ptr<la::ConstraintMatrix> free_;  // without the columns of held unknowns; nullptr where none is held
  la::Matrix projected_;                        // nor any oblique direction
  la::Vector compliance_;
  std::vector<double> scales_, relaxations_;
  std::vector<Nonlinear> nonlinear_;
  std::vector<char> active_;  // of each constraint, when recorded
};

}  // namespace tenon::system
