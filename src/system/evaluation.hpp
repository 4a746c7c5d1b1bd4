// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "system/StateArrays.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Forces, inertia forces and constraint residuals of a model in the current configuration, without
// any matrix:
//   M a = f(q, v, t) + G^T lambda,   Phi(q, t) + C lambda = 0.
// If a contributor throws an error on one rank, all ranks throw the same error.
// Matrices are evaluated by LinearSystem (M, B, K) and ConstraintJacobian (G).
namespace tenon::system {

/// Returns the forces f, including those of Rayleigh damping, by body: [numLocal x block], complete
/// on owned nodes. @note Collective.
StateArrays forcesOf(const MechanicalSystem& mechanics);

/// Returns the forces of one force field in the current configuration, without its Rayleigh
/// damping, by body: [numLocal x block], complete on owned nodes.
StateArrays forceOf(const MechanicalSystem& mechanics, const force::ForceField& force);

/// Returns M a by body: [numLocal x block], complete on owned nodes. @note Collective.
StateArrays inertiaOf(const MechanicalSystem& mechanics);
/// Returns the kinetic energy v . M v / 2, summed over all ranks. @note Collective.
double kineticEnergyOf(const MechanicalSystem& mechanics);

/// Returns the constraint residuals Phi of all constraints in order, rows of this rank; 0 for
/// inactive and dropped rows. @note Collective.
std::vector<double> constraintResidualOf(const MechanicalSystem& mechanics);

}  // namespace tenon::system
