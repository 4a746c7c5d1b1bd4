// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include "solver/options/countFactors.hpp"
#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::system {

/// Returns the couplings of a linear system by the elements of its bodies and by the rows of
/// constraints, without constrained degrees of freedom. The graph does not depend on the partition.
/// Forces between nodes of different elements are not included.
/// @param G  constraint Jacobian; nullptr without constraints
/// @return the graph on the root, an empty graph on other ranks
/// @note Collective.
solver::CouplingGraph couplingGraph(const LinearSystem& system, const MechanicalSystem& mechanics, Mat G);

}  // namespace tenon::system
