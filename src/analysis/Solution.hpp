// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "BodyContact.hpp"
#include "solver/convergence/SolveStatistics.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::analysis {

/// Point of an equilibrium path at which the tangent is singular.
struct CriticalPoint {
  /// Types of critical points.
  enum class Kind { limit, bifurcation };
  Kind kind = Kind::limit;  ///< type of this point
  int step = 0;             ///< step in which the path has passed the point
  double time = 0.0;        ///< load factor t of the point, interpolated between the ends of the step
  bool is_maximum = false;  ///< true if the load increases before a limit point and decreases after it
};

/// Eigenpair of a modal analysis, K phi - G^T lambda = omega^2 M phi and G phi + C lambda = 0 with
/// phi . M phi = 1, or of a buckling analysis, (K_0 + mu K_s) phi - G^T lambda = 0.
struct Mode {
  double eigenvalue = 0.0;   ///< omega^2, 0 if zero within accuracy; buckling: load factor mu
  bool is_buckling = false;  ///< true if the mode belongs to a buckling analysis
  double residual = 0.0;     ///< |K phi - G^T lambda - omega^2 M phi| over |(omega^2 + s) M phi|, s the shift
  base::Vec3 effective_mass = base::Vec3::Zero();  ///< (phi . M r)^2, r a unit translation along x, y, z
  /// Cumulative effective mass of this and all previous modes, relative to the mass that can move
  /// in each direction; 0 if none can.
  base::Vec3 share = base::Vec3::Zero();

  /// Returns the angular frequency [rad/time]; negative if omega^2 is negative, that is, if the
  /// mode grows.
  double omega() const;
  /// Returns the frequency [cycles/time].
  double frequency() const;
};

/// Parts of a solution to be computed in addition to the multipliers; they require evaluations of
/// forces and products with M and G.
struct SolutionRequest {
  bool forces = true;             ///< f, M a, reactions, the sum of G^T lambda, the kinetic energy
  bool constraint_forces = true;  ///< G^T lambda of each constraint
  bool body_contacts = false;     ///< contact forces and moments between rigid bodies
};

/// Solution at the end of a step, f(q, v, t) + G^T lambda + r = M a and Phi(q) + C lambda = 0.
/// The vector r contains the reactions of Dirichlet boundary conditions. Displacements, velocities
/// and accelerations are in the states of the objects. Arrays by object are local,
/// [numLocal x block], and complete on owned nodes.
struct Solution {
  solver::SolveStatistics statistics;            ///< statistics of all linear solves
  std::vector<std::vector<double>> multipliers;  ///< [constraints] multipliers of the rows of this rank
  std::vector<std::vector<double>> forces;       ///< [objects] f: loads and internal forces
  std::vector<std::vector<double>> inertia;      ///< [objects] M a; empty in statics
  double kinetic_energy = 0.0;                   ///< v . M v / 2, summed over all ranks
  /// Work of the impulses of driven constraints and supports at the end of the step.
  double jump_work = 0.0;
  /// [objects] r: forces of the supports on constrained degrees of freedom, else 0.
  std::vector<std::vector<double>> reactions;
  /// [objects] G^T lambda of all constraints; empty without constraints.
  std::vector<std::vector<double>> constraint_force;
  /// Constraint forces G^T lambda on the nodes, [constraints][objects].
  std::vector<std::vector<std::vector<double>>> constraint_forces;
  /// [constraints x objects] Flags: a constraint with a bound has, or may have after a search, rows
  /// on nodes of the object, active or not.
  std::vector<std::vector<char>> has_rows_on;
  /// Modes up to the current step, whose mode shape is the displacement; f then includes
  /// omega^2 M phi. Modal and buckling analyses only.
  std::vector<Mode> modes;
  std::vector<CriticalPoint> critical_points;    ///< critical points of the equilibrium path so far
  base::Vec3 movable_mass = base::Vec3::Zero();  ///< sum of the effective masses of all existing modes
  /// Statistics of rigid contact; empty for time integrators without rigid contact.
  std::optional<ContactStatistics> contacts;
  std::vector<BodyContact> body_contacts;  ///< contacts of rigid bodies, each on exactly one rank
};

}  // namespace tenon::analysis
