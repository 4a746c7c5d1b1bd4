// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/simulation/Simulation.hpp"

namespace tenon::python {

/// Checks that A has been assembled. @throws InputError otherwise @note Not collective.
void requireAssembled(simulation::Simulation& simulation);

/// Attaches the rigid-body modes of all degrees of freedom to a matrix as its near-null space, so
/// that algebraic multigrid of PETSc uses them. @note Collective.
void attachRigidModes(simulation::Simulation& simulation, Mat matrix);

/// Returns the matrix A of the solver, with the rigid-body modes as near-null space.
/// @throws InputError if A has not been assembled
/// @note Collective.
Mat liveMatrix(simulation::Simulation& simulation);

/// Returns the constraint Jacobian of the solver, without the columns of constrained degrees of
/// freedom.
/// @throws InputError if there are no constraints
/// @note Not collective.
Mat liveJacobian(simulation::Simulation& simulation);

}  // namespace tenon::python
