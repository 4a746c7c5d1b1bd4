#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

// What a model's forces, masses and constraints are at the present motion, without any matrix:
//   M a = f(q, v, t) + G^T lambda,   Phi(q, t) + C lambda = 0.
// What one rank cannot evaluate, where a contributor throws, all ranks are told: each throws the same error.
// Matrices are evaluated by LinearSystem (M, B, K) and ConstraintJacobian (G).
namespace tenon::system {

/// Collective. f, the forces of Rayleigh damping included, by body: [numLocal x block], complete on owned nodes.
StateArrays forcesOf(const MechanicalSystem& mechanics);

/// Returns what one force field exerts at the present motion, without its Rayleigh damping, by body: [numLocal x block],
/// complete on owned nodes.
StateArrays forceOf(const MechanicalSystem& mechanics, const force::ForceField& force);

/// Collective. M a, by body: [numLocal x block], complete on owned nodes.
StateArrays inertiaOf(const MechanicalSystem& mechanics);
/// Collective. v . M v / 2, of all ranks.
double kineticEnergyOf(const MechanicalSystem& mechanics);

/// Collective. Phi of all constraints, one after the other, this rank's rows; 0 of inactive and dropped ones.
std::vector<double> violationOf(const MechanicalSystem& mechanics);

}  // namespace tenon::system
