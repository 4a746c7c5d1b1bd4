#pragma once
#include <optional>
#include <vector>

#include "tenon/analysis/BodyTouch.hpp"
#include "tenon/analysis/ContactStatistics.hpp"
#include "tenon/analysis/CriticalPoint.hpp"
#include "tenon/analysis/Mode.hpp"
#include "tenon/solver/SolveStatistics.hpp"

namespace tenon::analysis {

/// What of a solution is wanted beside its multipliers: it costs evaluations of forces, and products with M and G.
struct Wanted {
  bool forces = true;             ///< f, M a, reactions, the sum of G^T lambda, the kinetic energy
  bool constraint_forces = true;  ///< G^T lambda of each constraint
  bool touches = false;           ///< what rigid bodies that touch did to each other
};

/// What holds at the end of a step, f(q, v, t) + G^T lambda + r = M a and Phi(q) + C lambda = 0, with r the reactions
/// of what conditions take out. The motion is in the states; arrays by body are local, [numLocal x block], and complete
/// on owned nodes.
struct Solution {
  solver::SolveStatistics statistics;
  std::vector<std::vector<double>> multipliers;       ///< by constraint, this rank's rows
  std::vector<std::vector<double>> forces;            ///< f by body: loads and internal forces
  std::vector<std::vector<double>> inertia;           ///< M a by body; empty in statics
  double kinetic_energy = 0.0;                        ///< v . M v / 2, of all ranks
  double jump_work = 0.0;                            ///< of impulses of what is driven, at the end of the step
  std::vector<std::vector<double>> reactions;         ///< r by body: force of the supports on held unknowns, else 0
  std::vector<std::vector<double>> constraint_force;  ///< G^T lambda by body, of all constraints; empty without any
  /// G^T lambda of each constraint, by constraint and body: force of the constraint on the nodes.
  std::vector<std::vector<std::vector<double>>> constraint_forces;
  /// Flags by constraint and body: a constraint with a bound has rows on nodes of the body on this rank, active or not.
  std::vector<std::vector<char>> has_rows_on;
  /// Of a modal analysis: the modes up to that of this step, whose shape is the motion; f holds omega^2 M phi too.
  std::vector<Mode> modes;
  std::vector<CriticalPoint> critical_points;  ///< of the path of equilibria so far
  base::Vec3 movable_mass = base::Vec3::Zero();  ///< sum of the effective masses of all modes there are
  std::optional<ContactStatistics> contacts;     ///< of steppers that know rigid bodies that touch
  std::vector<BodyTouch> touches;                ///< of these bodies, each on one rank
};

}  // namespace tenon::analysis
