// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <string>
#include <vector>

#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// Returns the name of an object or a group of constraints as part of PETSc's options: characters
/// that are neither ASCII letters nor digits become '_'.
std::string optionName(const std::string& name);

/// Adds the splits "displacement" and "multipliers" to a KSP of the whole system. @note Collective.
void nameSaddleSplits(KSP ksp, const la::SaddleMatrix& whole, const SaddleSystem& system);

/// Names the splits of a fieldsplit within a split, after the objects
/// (-fieldsplit_displacement_fieldsplit_<object>_...), each with its own rigid-body modes, or after
/// the groups of constraints (-fieldsplit_multipliers_fieldsplit_<group>_...). If the
/// preconditioner of a split is a solver, the same applies to the preconditioner of that solver.
/// `ksp` must be set up, its splits must not be; the options of inner solvers must be set.
/// @throws InputError if there is only one such part
/// @note Collective.
void nameSplitParts(KSP ksp, const SaddleSystem& system);

/// Returns the solver that is the preconditioner of a split (-pc_type ksp); nullptr if it is
/// something else.
KSP innerSolver(KSP split);

/// Returns the splits of a KSP that is set up; empty if its preconditioner is not a fieldsplit.
std::vector<KSP> splitsOf(KSP ksp);

/// Returns the first split if it has algebraic multigrid with aggregates of nodes; nullptr
/// otherwise.
KSP splitOnMultigrid(KSP ksp);

/// Sets whether a KSP and its inner solvers keep their preconditioners.
void reusePreconditioners(KSP ksp, PetscBool reuse);

}  // namespace tenon::solver
