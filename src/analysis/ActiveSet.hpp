#pragma once
#include <vector>

#include "bounds/PivotRule.hpp"
#include "bounds/admissibleSlips.hpp"
#include "tenon/la/AndersonAcceleration.hpp"
#include "tenon/system/ConstraintJacobian.hpp"

namespace tenon::analysis {

/// Rows with a bound (ConstraintSettings::bound), with their own compliance C:
///   lower:  Phi + C lambda >= 0,  lambda >= 0,  lambda (Phi + C lambda) = 0;   upper: both <= 0
/// A row holds, as an equation, where s (lambda - rho (Phi + C lambda)) > 0, with s = 1 or -1 and rho a stiffness; else
/// lambda = 0. Newton's method with that decision taken in each iteration is the primal-dual active set method, a
/// semismooth Newton method on lambda = s max(0, s (lambda - rho Phi)): Alart and Curnier, Comput. Methods Appl. Mech.
/// Eng. 92 (1991); Hintermueller, Ito and Kunisch, SIAM J. Optim. 13 (2002).
///
/// Where a constraint has friction (Constraint::friction()), the slips s of a block hold as equations while it sticks,
///   |lambda_t| <= tau(lambda_n),   tau = mu lambda_n + what coheres,
/// and else lambda_t = tau t, with lambda_n of the last iterate: a force, which the linear system does not know of. So
/// it stays symmetric, and Newton's method finds what slips at a rate of about mu instead of squared (Panagiotopoulos,
/// Ing. Archiv 44 (1975)). A block slips once |lambda_t| > tau, and sticks again where it moves with the force that
/// should brake it. In space the direction t is found with the motion: with p normal to t, one row stands for both
/// slips,
///   p . s + c dlambda_p = 0,   c = -t . s / tau >= 0,
/// which is what is linear of s x lambda_t = 0. Of a pyramid each direction is a block of its own.
///
/// A row that does not hold is empty in the linear system, which leaves its multiplier as it is.
class ActiveSet {
 public:
  static bool isNeededFor(const system::MechanicalSystem& mechanics);

  ActiveSet(const system::MechanicalSystem& mechanics, const system::ConstraintJacobian& constraints);

  /// Properties of the rows of G in the current configuration.
  struct Rows {
    std::vector<double> lengths;        ///< norms
    std::vector<char> prescribed;       ///< flags of rows that no admissible motion changes
    std::vector<AdmissibleSlip> slips;  ///< of each block with friction on this rank
  };
  /// Evaluates the properties of the rows of G; `weights` of the degrees of freedom, nullptr: 1. @note Collective.
  Rows rowsOf(const system::ConstraintJacobian& G, Vec weights) const;
  /// Decides which rows hold. `rows`: Phi + C lambda at `multipliers`, of which those of rows that do not hold become
  /// 0; `stiffness`: of the bodies, force/length; 0: not known yet. In the first call, and after restart(), what
  /// touches holds: all that is nearer than `touching`.
  ///
  /// A prescribed gap holds only where it is violated, which nothing can mend. A prescribed slip is no equation: the
  /// block slips against it if it is larger than `touching`, and feels no force along it otherwise. Where the gap and
  /// conditions leave one direction of slips, sticking is one row along it, and slipping a force along it.
  void decide(Vec rows, Vec multipliers, const Rows& of_G, double stiffness, double touching);
  /// Announces a new step: rows without a gap and without a force are closed again, which keeps bodies in place that
  /// only contact holds.
  void restart() { is_first_ = true; }

  /// Sets which rows with bounds may change in decide(), compared with the last linear system. Blocks with friction are
  /// decided anew from what they were there.
  void allow(RowChanges changes);
  /// The number of rows with bounds that the last decision changed, compared with the last linear system. Collective.
  std::int64_t numChanges() const;
  /// A number that identifies the set of rows with bounds that hold. Collective.
  std::int64_t setNumber() const;

  /// No row with a bound holds.
  void releaseAll(Vec multipliers);

  /// Rows as the linear system has them, in place: 0 of those that do not hold, and p . s of slips.
  void combine(Vec rows) const;
  /// The other way round, of steps of multipliers, with what rows that do not hold took from those they were given.
  void distribute(Vec multipliers) const;
  /// A rigid body touches at more points than it has unknowns: so that rows that repeat others leave a regular system,
  /// each that holds yields to forces by a hair of what the bodies do. Newton's method does not converge elsewhere for
  /// it. `lengths`: of the rows of G; `largest`: entry on the diagonal of A. Nothing without rigid bodies.
  void soften(const std::vector<double>& lengths, double largest);
  /// Compliances of the linear system: `own` of the rows, which may be nullptr, c / k and those of soften(). `factors`:
  /// k, or nullptr.
  Vec compliance(Vec own, Vec factors);
  /// Whether a row of this rank holds.
  bool holds(std::size_t row) const { return holds_[row] != 0; }
  /// Whether it does by itself, and not for two slips.
  bool isClosed(std::size_t row) const { return holds_[row] == 1; }

  /// Collective. G as the linear system has it.
  Mat active(Mat G);
  /// Whether other rows hold than when this was last asked. Collective.
  bool hasChanged();
  /// True if hasChanged() would be; remembers nothing. @note Collective.
  bool differs() const { return comm_.any(holds_ != held_); }

 private:
  struct Block {             // with friction
    std::size_t gap, first;  // rows, of the gap and of the first slip
    std::size_t num_slips;
    constraint::DryFriction friction;
    double share;                         // of the cohesion
    bool slips = false, slipped = false;  // now, and in the last linear system
    double across[2] = {0.0, 0.0};        // p, where it slips in space; else 0
    double softness = 0.0;                // c
    bool turns() const { return across[0] != 0.0 || across[1] != 0.0; }
  };
  /// Collective where one row may change. `closes`: [rows] what decide() found, in place.
  void restrain(std::vector<char>& closes) const;
  void addBlocks(const constraint::Constraint& constraint, std::size_t first);
  void decide(Block& block, double limit, const Rows& of_G, const AdmissibleSlip& admissible, double touching,
              const double* phi, double* lambda);
  void stick(Block& block, const Rows& of_G, const AdmissibleSlip& admissible, double* lambda);
  /// Collective. Sets pushes_.
  void extrapolatePushes(const double* lambda);
  bool slipsByPrescription(const Block& block, const Rows& of_G, double touching, const double* phi) const;
  void slipAgainst(Block& block, double limit, const double* phi, double* lambda);
  void slip(Block& block, double limit, const AdmissibleSlip& admissible, const double* phi, double* lambda);
  void formCombination();
  void release(std::size_t row, double value, double* lambda);

  base::Communicator comm_;
  std::int64_t first_row_;  // of this rank among those of all
  RowChanges changes_ = RowChanges::all;
  std::vector<Block> blocks_;
  std::vector<int> signs_;          // [rows]: 0 of equations and slips
  std::vector<char> holds_, held_;  // [rows]: now, and when hasChanged() was asked
  std::vector<double> taken_;       // [rows]: from lambda where a row does not hold
  std::vector<double> yields_;      // [rows]: of soften(); 0 of equations
  la::Vector rows_;                 // for those that are made like it
  bool slips_in_space_ = false;     // on any rank
  bool has_frames_ = false;
  la::Vector softness_;
  la::Matrix active_, combination_;  // combination_: of rows, where blocks slip in space
  PetscObjectId of_ = 0;             // what active_ has been copied from
  bool is_first_ = true;
  bool has_friction_ = false;           // on any rank
  std::vector<double> pushes_;          // [blocks] lambda_n that limits friction
  bool is_linearised_ = false;          // the linear system has been made with pushes_
  la::AndersonAcceleration of_pushes_;  // pushes_ of the last linear systems
};

}  // namespace tenon::analysis
