#pragma once
#include <petscksp.h>

#include <string>
#include <vector>

#include "tenon/la/SaddleMatrix.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// The name of an object or a group of constraints as part of PETSc's options: what is neither a letter of ASCII nor a
/// digit becomes '_'.
std::string optionName(const std::string& name);

/// Gives a KSP of the whole the splits "displacement" and "multipliers". Collective.
void nameSaddleSplits(KSP ksp, const la::SaddleMatrix& whole, const SaddleSystem& system);

/// Where the preconditioner of a split is a fieldsplit itself, gives that one splits named after the objects
/// (-fieldsplit_displacement_fieldsplit_<object>_...), each with the rigid-body modes of its own, or after the groups
/// of constraints (-fieldsplit_multipliers_fieldsplit_<group>_...). Where it is a solver, the same goes for that one's
/// preconditioner. `ksp` has to be set up, its splits not yet; solvers inside have to know their options. InputError
/// where there is only one such part. Collective.
void nameSplitParts(KSP ksp, const SaddleSystem& system);

/// The solver that is the preconditioner of a split (-pc_type ksp); nullptr: it is something else.
KSP innerSolver(KSP split);

/// The splits of a KSP that is set up; none where its preconditioner is no fieldsplit.
std::vector<KSP> splitsOf(KSP ksp);

/// The first of its splits where that has algebraic multigrid, which makes aggregates of nodes; else nullptr.
KSP splitOnMultigrid(KSP ksp);

/// Says whether a KSP and those inside leave their preconditioners as they are.
void reusePreconditioners(KSP ksp, PetscBool reuse);

}  // namespace tenon::solver
