// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ModalOperators.hpp"
#include "ModeShapes.hpp"

namespace tenon::analysis {

/// Checks that K is symmetric in the current state, by K x and K^T x of a vector x with unequal
/// entries. Some forces are symmetric in some states only, for example gyroscopic forces of bodies
/// without angular velocity.
/// @throws InputError whose message names the forces whose stiffness is not symmetric
/// @note Collective.
void requireSymmetry(const system::MechanicalSystem& mechanics);

/// Checks that the matrix of `product` is symmetric on the admissible space.
/// @throws InputError whose message explains non-conservative loads
/// @note Collective.
void requireConservative(ModalOperators& operators, const ModalOperators::Product& product);

/// Checks symmetry with respect to smooth vectors close to the lowest modes only. A pressure on a
/// boundary whose end moves along a line, as at the hinge of an arch, has a stiffness that is not
/// symmetric, but does no work on a closed path of such vectors.
/// @throws InputError whose message explains non-conservative loads
/// @note Collective.
void requireConservativeAmongModes(ModalOperators& operators, const ModalOperators::Product& product);

/// Checks symmetry with respect to computed mode shapes, and to pairs of them and smooth vectors.
/// @throws InputError whose message explains non-conservative loads
/// @note Collective.
void requireConservativeAmong(ModalOperators& operators, const std::vector<ModeShape>& shapes,
                              const ModalOperators::Product& product);

}  // namespace tenon::analysis
