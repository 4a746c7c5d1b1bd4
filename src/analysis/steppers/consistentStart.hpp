#pragma once
#include "tenon/analysis/Equations.hpp"
#include "tenon/analysis/MotionVectors.hpp"
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Collective. The motion at time 0 from the displacements and velocities of the states: velocities that fit what is
/// held and G v + dPhi/dt = 0 (the nearest in kinetic energy), then accelerations and multipliers of
///   [M  G^T] [   a   ]   [       f        ]
///   [G   0 ] [-lambda] = [-d^2 Phi/dt^2|a=0].
/// Prescribed degrees of freedom start with the velocities and accelerations, and rows with the dPhi/dt, that are the
/// derivatives from the right at time 0, exact for tables. `h`: length of the first step.
MotionVectors consistentStart(Equations& equations, TangentSolver& solver, double h, base::Phases& phases);

/// Result of goOnAfterJump() beside the motion.
struct GoingOn {
  la::Vector accelerations;  ///< without the forces of bounds
  solver::SolveStatistics statistics;
};

/// Collective. The motion of the states at `time`, from where on tables prescribe other velocities: displacements stay,
/// velocities and accelerations become those of a start, by impulses of what is driven. `of_bounds`: multipliers of the
/// system of rows with bounds, which stay what they are, and 0 of other rows; nullptr without constraints.
GoingOn goOnAfterJump(Equations& equations, TangentSolver& solver, double time, double h, Vec of_bounds,
                      base::Phases& phases);

/// Collective. The end of a step h at `time`, in which half of the impulses of forces there, and what impulses
/// constraints need, change v of `before`:
///   [M  G^T] [v - v_before]   [  h/2 f  ]
///   [G   0 ] [     -mu    ] = [-dPhi/dt ],
/// then accelerations and multipliers as at a start. The solver is left with the M and G of this motion.
solver::SolveStatistics endStep(Equations& equations, TangentSolver& solver, double time, double h,
                                const MotionVectors& before, base::Phases& phases);

/// Collective. Leaves the equations with the accelerations and multipliers that fit a motion at `time` in the middle of
/// steps of length h, as at a start; what is held keeps its accelerations. The solver is left with M and G.
solver::SolveStatistics fitAccelerations(Equations& equations, TangentSolver& solver, double time, double h,
                                         const MotionVectors& motion, base::Phases& phases);

}  // namespace tenon::analysis
