// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <any>
#include <optional>
#include <vector>

#include "PivotRule.hpp"
#include "admissibleSlips.hpp"
#include "la/AndersonAcceleration.hpp"
#include "la/matrices/RowOperator.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::analysis {

/// Active-set method for constraint rows with a bound (ConstraintSettings::bound), with their
/// compliance C:
///   lower:  Phi + C lambda >= 0,  lambda >= 0,  lambda (Phi + C lambda) = 0;   upper: both <= 0
/// A row is active, as an equality, if s (lambda - rho (Phi + C lambda)) > 0, with s = 1 (lower) or
/// -1 (upper) and a stiffness rho; otherwise lambda = 0.
///
/// Newton's method with this decision in each iteration is the primal-dual active-set method, a
/// semismooth Newton method for lambda = s max(0, s (lambda - rho Phi)): Alart and Curnier, Comput.
/// Methods Appl. Mech. Eng. 92 (1991); Hintermueller, Ito and Kunisch, SIAM J. Optim. 13 (2002).
///
/// For a constraint with friction (Constraint::friction()), the slips s of a block are active as
/// equalities while the block sticks,
///   |lambda_t| <= tau(lambda_n),   tau = mu lambda_n + cohesion.
/// Otherwise the block slips: lambda_t = tau t is a force with lambda_n of the last iterate, whose
/// dependence on lambda_n is not part of the linear system. The system therefore stays symmetric,
/// and Newton's method converges linearly with a rate of about mu instead of quadratically
/// (Panagiotopoulos, Ing. Archiv 44 (1975)).
///
/// A sticking block slips as soon as |lambda_t| > tau; a slipping block sticks again if it moves in
/// the direction of the friction force. In 3D the direction t is also an unknown: with p normal to
/// t, one row replaces both slips,
///   p . s + c dlambda_p = 0,   c = -t . s / tau >= 0,
/// which is the linearisation of s x lambda_t = 0. Each direction of a friction pyramid is a block
/// of its own.
///
/// An inactive row is empty in the linear system, which leaves its multiplier unchanged.
class ActiveSet {
 public:
  /// Returns true if any active constraint has a bound.
  static bool isNeededFor(const system::MechanicalSystem& mechanics);

  ActiveSet(const system::MechanicalSystem& mechanics, const system::ConstraintJacobian& constraints);

  /// Properties of the rows of G in the current configuration.
  struct RowProperties {
    std::vector<double> lengths;        ///< norms
    std::vector<char> prescribed;       ///< true for each row that no admissible displacement changes
    std::vector<AdmissibleSlip> slips;  ///< admissible slip of each owned block with friction
  };
  /// Evaluates the properties of the rows of G.
  /// @param weights weights of the degrees of freedom; nullptr: 1
  /// @note Collective.
  RowProperties computeRowProperties(const system::ConstraintJacobian& G, Vec weights) const;
  /// Decides which rows are active. In the first call, and after restart(), all rows with a gap
  /// below `touching` are active.
  ///
  /// A prescribed gap is active only if it is violated, which no displacement can correct. A
  /// prescribed slip is not an equality: the block slips against it if it is larger than
  /// `touching`; otherwise no force acts along it. If the gap and the boundary conditions leave one
  /// direction of slip, sticking is one row along this direction, and slipping is a force along it.
  /// @param rows phi + C lambda at `multipliers`
  /// @param multipliers multipliers; those of inactive rows are set to 0
  /// @param stiffness stiffness of the bodies [force/length]; 0: not yet known
  /// @param changes rows that may change
  void decide(Vec rows, Vec multipliers, const RowProperties& of_G, double stiffness, double touching,
              RowChanges changes);
  /// Announces a new step: rows with neither a gap nor a force become active again, which supports
  /// bodies that only contact supports.
  void restart() { is_first_ = true; }

  /// Returns the number of rows with bounds that the last decision changed relative to the last
  /// linear system.
  /// @note Collective.
  std::int64_t numChanges() const;
  /// Returns a number that identifies the active set. @note Collective.
  std::int64_t setIdentifier() const;

  /// Returns the state of all rows and blocks, on which the next decision depends.
  std::any stepMemory() const;
  /// Restores a value of stepMemory() for the same rows.
  void restoreStepMemory(const std::any& memory);
  /// Takes the state of rows and blocks from an active set with other friction laws or compliances.
  /// Has no effect if other rows have bounds there.
  void adopt(const ActiveSet& other);

  /// Makes all rows with a bound inactive.
  void releaseAll(Vec multipliers);

  /// Converts constraint rows to those of the linear system, in place: 0 for inactive rows, p . s
  /// for slips.
  void combine(Vec rows) const;
  /// Converts multiplier increments of the linear system to those of the constraint rows, in place,
  /// including the changes that inactive rows made to the given multipliers.
  void distribute(Vec multipliers) const;
  /// Adds a relative compliance of 1e-7 to active contact rows of rigid bodies, so that redundant
  /// rows leave the matrix regular. A rigid body may be in contact at more points than it has
  /// degrees of freedom. The solution of Newton's method does not change. Has no effect without
  /// rigid bodies.
  /// @param lengths norms of the rows of G
  /// @param largest largest diagonal entry of A
  void soften(const std::vector<double>& lengths, double largest);
  /// Returns the compliances of the linear system: those of the rows, c / k, and those of soften().
  /// @param own compliances of the rows; may be nullptr
  /// @param factors k by row, or nullptr
  Vec compliance(Vec own, Vec factors);
  /// Returns true if a row of this rank is active.
  bool isActive(std::size_t row) const { return states_[row] != 0; }
  /// Returns true if a row of this rank is active on its own and does not replace two slips.
  bool isClosed(std::size_t row) const { return states_[row] == 1; }

  /// Returns the matrix S that converts constraint rows to those of the linear system.
  la::RowCombination rowCombination() const;
  /// Returns S G, with empty inactive rows. The matrix object is the same as long as G is the same
  /// matrix with the same pattern.
  /// @note Collective.
  Mat activeRows(Mat G);
  /// Returns true if the active set differs from the one at the last call, and stores it.
  /// @note Collective.
  bool recordChange();
  /// Returns true if recordChange() would return true, without storing the active set.
  /// @note Collective.
  bool hasChanged() const { return comm_.any(states_ != recorded_states_); }

 private:
  struct FrictionBlock {     // rows of one point with friction
    std::size_t gap, first;  // rows of the gap and of the first slip
    std::size_t num_slips;
    constraint::DryFriction friction;
    double area;                          // contact area; 1 if multipliers are tractions
    bool slips = false, slipped = false;  // current state, and state in the last linear system
    double across[2] = {0.0, 0.0};        // p while the block slips in 3D; otherwise 0
    double softness = 0.0;                // c
    /// Returns true if the direction of slip is an unknown of the linear system.
    bool hasUnknownDirection() const { return across[0] != 0.0 || across[1] != 0.0; }
  };
  struct Decisions;
  Decisions decisions() const;
  void restore(const Decisions& decisions);
  /// Restricts the changes of `closes`, [rows] as found by decide(), to those allowed, in place.
  /// @note Collective if one row may change.
  void restrain(RowChanges changes, std::vector<char>& closes) const;
  void addBlocks(const constraint::Constraint& constraint, std::size_t first);
  void decide(FrictionBlock& block, double limit, const RowProperties& of_G, const AdmissibleSlip& admissible,
              double touching, const double* phi, double* lambda);
  void stick(FrictionBlock& block, const RowProperties& of_G, const AdmissibleSlip& admissible, double* lambda);
  /// Sets normal_forces_ by extrapolation. @note Collective.
  void extrapolateNormalForces(const double* lambda);
  bool slipsByPrescription(const FrictionBlock& block, const RowProperties& of_G, double touching,
                           const double* phi) const;
  void slipAgainst(FrictionBlock& block, double limit, const double* phi, double* lambda);
  void slip(FrictionBlock& block, double limit, const AdmissibleSlip& admissible, const double* phi, double* lambda);
  void release(std::size_t row, double value, double* lambda);

  base::Communicator comm_;
  std::int64_t first_row_;  // first row of this rank, global
  std::vector<FrictionBlock> blocks_;
  std::vector<int> signs_;                      // [rows] 1: lower, -1: upper bound; 0 for equalities and slips
  std::vector<char> states_, recorded_states_;  // [rows] current state, and state at the last recordChange()
  std::vector<double> removed_multipliers_;     // [rows] multipliers removed from rows that became inactive
  std::vector<double> softening_;               // [rows] compliances of soften(); 0 for equalities
  bool slips_in_space_ = false;                 // on any rank
  bool has_frames_ = false;
  la::Vector softness_;
  std::optional<la::RowOperator> active_rows_;
  bool is_first_ = true;
  bool has_friction_ = false;          // on any rank
  std::vector<double> normal_forces_;  // [blocks] lambda_n that limits friction
  bool is_linearised_ = false;         // true if the linear system has been assembled with normal_forces_
  la::AndersonAcceleration normal_force_acceleration_;  // history of normal_forces_ in the last linear systems
};

}  // namespace tenon::analysis
