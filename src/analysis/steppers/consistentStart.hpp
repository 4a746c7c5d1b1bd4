#pragma once
#include "tenon/analysis/Equations.hpp"
#include "tenon/analysis/MotionVectors.hpp"
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Collective. The motion at time 0 from the displacements and velocities of the states: velocities that fit what is
/// held and G v + dPhi/dt = 0 (the nearest in kinetic energy), then accelerations and multipliers of
///   [M  G^T] [   a   ]   [       f        ]
///   [G   0 ] [-lambda] = [-d^2 Phi/dt^2|a=0].
/// `h`: length of the first step, over which held motions have their velocity.
MotionVectors consistentStart(Equations& equations, TangentSolver& solver, double h, base::Phases& phases);

}  // namespace tenon::analysis
