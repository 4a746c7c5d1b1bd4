// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/WeightedNorms.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"

namespace tenon::analysis {

/// Checks that forces are finite for the current displacement with its prescribed values: detects
/// forces that are not finite for any load, because the domain of a constitutive model is left.
/// @param displacement  current displacement over the layout of the unknowns
/// @throws NotConvergedError if elements are inverted or the domain of a constitutive model is
/// left
/// @note Collective.
void requireInDomain(const system::MechanicalSystem& mechanics, const WeightedNorms& norms, Vec displacement);

}  // namespace tenon::analysis
