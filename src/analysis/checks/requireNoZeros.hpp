// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Quantities of which the diagonal of a system matrix consists.
enum class DiagonalContent {
  stiffness,           ///< a static analysis
  stiffness_and_mass,  ///< a step of an implicit time integrator
  mass                 ///< masses alone
};

/// Checks that the diagonal of a system matrix is not zero at unconstrained nodes.
/// @param layout  layout of `diagonal`
/// @throws InputError if a node has neither stiffness nor mass, or not the mass that a transient
///   analysis needs; the message names the object, the first such node and the remedy
/// @note Collective.
void requireNoZeros(const system::MechanicalSystem& mechanics, const la::CombinedLayout& layout, Vec diagonal,
                    DiagonalContent content);

}  // namespace tenon::analysis
