// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/solver/options/Preset.hpp"

namespace tenon::solver {

/// Appends robust options of algebraic multigrid, for bodies that are supported by constraints
/// alone and for second-order cells. All variants work with constrained nodes (singleton
/// aggregates) and give the same result on any number of ranks.
/// @param prefix  prefix of the preconditioner, such as "fieldsplit_displacement_"
void addStrongMultigrid(Preset& preset, const std::string& prefix);

/// Appends options of algebraic multigrid with fast coarsening, because the set-up costs more than
/// the iterations, and most of the set-up are the products P^T A P.
void addQuickMultigrid(Preset& preset, const std::string& prefix = "");

/// Appends the options of p-multigrid and marks the preset as one for second-order cells. Galerkin
/// products with the interpolation from vertices are cheap, because most of its rows have one or
/// two entries.
/// @param steps_below  smoothing steps on the levels below, which have an eighth of the degrees of
///   freedom (hexahedra) and are therefore cheap
void addPMultigrid(Preset& preset, const std::string& steps_below);

}  // namespace tenon::solver
