// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Largest magnitude whose square, multiplied by stiffnesses and summed over all nodes, is finite.
constexpr double largest_representable = 1e140;

/// Checks that forces and constraint residuals are finite and at most `largest_representable`.
/// @throws Error (InputError, NotConvergedError) that names the first responsible force field or
/// constraint, and the location
/// @note Collective.
template <class Error>
void requireRepresentable(const system::MechanicalSystem& mechanics);

/// Returns the name of the first nonlinear force whose values are not representable while those of
/// all linear forces are: a constitutive model outside its domain. Empty if there is none.
/// @note Collective.
std::string unrepresentableMaterial(const system::MechanicalSystem& mechanics);

/// Returns the largest magnitude of all entries, infinite if an entry is not finite.
/// @note Collective.
double largestEntry(Vec vector);

/// Reports a stiffness that is not finite or exceeds `largest_representable`. To be called if the
/// diagonal of the system does.
/// @throws InputError whose message names the first responsible force field, or the whole system if
///   no single one is responsible
/// @note Collective.
[[noreturn]] void refuseStiffness(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
