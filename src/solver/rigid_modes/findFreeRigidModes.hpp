// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <functional>
#include <string>
#include <vector>

#include "ConstrainedState.hpp"

// Search for free rigid-body modes, which are restrained neither by Dirichlet boundary conditions
// nor by constraints. Such a system is singular, although an iterative solver may report
// convergence.
namespace tenon::solver {

/// Describes each group of bodies that can move without any force by one sentence, such as
///   "Nothing holds object 'block': it can move along x and turn about z."
/// Bodies that are tied to each other, but not supported, form one group, and so do the parts of a
/// mechanism. Forces may also support a body, for example springs to the ground: modes that
/// Dirichlet boundary conditions and constraints leave free are tested on the stiffness A. A mode v
/// is free if v·A v <= 1e-12 v·diag(A) v. Groups that A restrains one by one are tested together,
/// up to 50 of them, because springs may connect them to each other and not to the ground.
///
/// Let R be the rigid-body modes of all bodies (6 each, 3 in 2D; rotations scaled by the radius of
/// gyration), P the projection on the constrained degrees of freedom, and let rows of G have unit
/// length. The search finds the null vectors of N = R^T (P + G^T G) R. Nodes and rows remain on
/// their ranks; the bodies are replicated.
///
/// @param rows  matrices with a column for each degree of freedom: constraint rows G and
///   constrained directions of projective conditions; nullptr if there are none. Columns of
///   constrained degrees of freedom need not be zero.
/// @param stiffness  returns A; called only if a mode must be tested on it
/// @note Collective; the result is identical on all ranks.
std::vector<std::string> findFreeRigidModes(const std::vector<ConstrainedState>& states, const std::vector<Mat>& rows,
                                            const std::function<Mat()>& stiffness = {});

/// Checks that no rigid-body mode is free.
/// @throws InputError with the sentences of findFreeRigidModes() if there are any
/// @note Collective.
void requireSupported(const std::vector<ConstrainedState>& states, const std::vector<Mat>& rows,
                      const std::function<Mat()>& stiffness = {});

}  // namespace tenon::solver
