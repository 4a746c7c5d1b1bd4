// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"
#include "analysis/TangentSolver.hpp"
#include "tenon/analysis/Kinematics.hpp"

namespace tenon::analysis {

/// Computes a consistent state at time 0 from the displacements and velocities of the states.
/// Velocities are projected onto prescribed degrees of freedom and G v + dPhi/dt = 0 (the nearest
/// ones in kinetic energy). Accelerations and multipliers then follow from
///   [M  G^T] [   a   ]   [       f        ]
///   [G   0 ] [-lambda] = [-d^2 Phi/dt^2|a=0].
/// Velocities and accelerations of prescribed degrees of freedom, and dPhi/dt of rows, are
/// derivatives from the right at time 0, which are exact for tables.
/// @param h length of the first step
/// @note Collective.
void consistentStart(Equations& equations, TangentSolver& solver, double h, base::Phases& phases);

/// Result of restartAfterJump() in addition to the state.
struct JumpRestart {
  la::Vector accelerations;  ///< without the forces of constraints with bounds
  solver::SolveStatistics statistics;
};

/// Restarts at `time`, from which tables prescribe other velocities. Displacements remain;
/// velocities and accelerations become consistent with the new rates, by impulses of driven
/// supports and constraints.
/// @param of_bounds multipliers of the system of rows with bounds, which remain unchanged, and 0
/// for other rows; nullptr without constraints
/// @note Collective.
JumpRestart restartAfterJump(Equations& equations, TangentSolver& solver, double time, double h, Vec of_bounds,
                             base::Phases& phases);

/// Ends a step h at `time`. Half of the impulses of the forces at its end, and the impulses of
/// constraints, change the velocity of `before`:
///   [M  G^T] [v - v_before]   [  h/2 f  ]
///   [G   0 ] [     -mu    ] = [-dPhi/dt ],
/// Then accelerations and multipliers are computed as in consistentStart(). The solver finally
/// contains the M and G of this state.
/// @note Collective.
solver::SolveStatistics endStep(Equations& equations, TangentSolver& solver, double time, double h,
                                const StateVectors& before, base::Phases& phases);

/// Computes the consistent accelerations and multipliers of a state at `time` between steps of
/// length h, as consistentStart() does, and sets them in the equations. Prescribed degrees of
/// freedom keep their accelerations. The solver finally contains M and G.
/// @note Collective.
solver::SolveStatistics computeConsistentAccelerations(Equations& equations, TangentSolver& solver, double time,
                                                       double h, const StateVectors& state, base::Phases& phases);

}  // namespace tenon::analysis
