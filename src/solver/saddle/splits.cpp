// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "splits.hpp"

#include <fmt/format.h>

#include <cctype>

#include "la/matrices/rigidModes.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::solver {
namespace {

bool isFieldSplit(PC pc) {
  PetscBool is_split = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCFIELDSPLIT, &is_split));
  return is_split == PETSC_TRUE;
}

/// Attaches rigid-body modes to an index set; PETSc passes them on to the matrix of the split.
void composeRigidModes(IS split, MatNullSpace modes) {
  if (modes == nullptr) return;
  TENON_PETSC(
      PetscObjectCompose(reinterpret_cast<PetscObject>(split), "nearnullspace", reinterpret_cast<PetscObject>(modes)));
}

struct SplitParts {
  const std::vector<la::NamedRows>& rows;
  PetscInt block;            // Block size of rows.
  Mat matrix;                // Matrix that contains the rows.
  MatNullSpace rigid_modes;  // Rigid-body modes of the rows; nullptr: none.
};

void addSplit(PC pc, const SplitParts& parts, const la::NamedRows& rows) {
  PetscInt start = 0;
  TENON_PETSC(MatGetOwnershipRange(parts.matrix, &start, nullptr));
  const PetscInt first = parts.block * rows.first, count = parts.block * rows.count;
  la::IndexSet set;
  TENON_PETSC(ISCreateStride(PetscObjectComm(reinterpret_cast<PetscObject>(pc)), count, start + first, 1, set.out()));
  TENON_PETSC(ISSetBlockSize(set.get(), parts.block));
  composeRigidModes(set.get(), la::rigidModesOf(parts.rigid_modes, first, count, parts.block).get());
  TENON_PETSC(PCFieldSplitSetIS(pc, optionName(rows.name).c_str(), set.get()));
}

void nameParts(KSP split, const SplitParts& parts, const char* what) {
  if (KSP inner = innerSolver(split)) return nameParts(inner, parts, what);
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(split, &pc));
  if (!isFieldSplit(pc)) return;
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(pc)));
  base::runCollectively(comm, [&] {
    if (parts.rows.size() < 2)
      throw base::InputError(
          fmt::format("A nested fieldsplit needs at least two {}, but their number in this system is {}.", what,
                      parts.rows.size()));
  });
  for (const la::NamedRows& rows : parts.rows) addSplit(pc, parts, rows);
}

}  // namespace

std::string optionName(const std::string& name) {
  std::string option;
  for (const char c : name) option += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return option;
}

void nameSaddleSplits(KSP ksp, const la::SaddleMatrix& whole, const SaddleSystem& system) {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCSetType(pc, PCFIELDSPLIT));
  for (const char* name : {"displacement", "multipliers"}) {
    IS set = whole.indexSets().at(name).get();
    if (set == whole.displacement()) composeRigidModes(set, system.rigid_modes);
    TENON_PETSC(PCFieldSplitSetIS(pc, name, set));
  }
}

void nameSplitParts(KSP ksp, const SaddleSystem& system) {
  const std::vector<KSP> splits = splitsOf(ksp);
  if (splits.size() < 2) return;
  PetscInt block = 1;
  TENON_PETSC(MatGetBlockSize(system.A, &block));
  nameParts(splits[0], {system.objects, block, system.A, system.rigid_modes}, "objects");
  nameParts(splits[1], {system.groups, 1, system.G, nullptr}, "groups of constraints");
}

KSP innerSolver(KSP split) {
  PC pc = nullptr;
  PetscBool is_solver = PETSC_FALSE;
  KSP inner = nullptr;
  TENON_PETSC(KSPGetPC(split, &pc));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCKSP, &is_solver));
  if (is_solver == PETSC_TRUE) TENON_PETSC(PCKSPGetKSP(pc, &inner));
  return inner;
}

std::vector<KSP> splitsOf(KSP ksp) {
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  if (!isFieldSplit(pc)) return {};
  PetscInt num_splits = 0;
  KSP* splits = nullptr;
  TENON_PETSC(PCFieldSplitGetSubKSP(pc, &num_splits, &splits));
  std::vector<KSP> parts(splits, splits + num_splits);
  TENON_PETSC(PetscFree(splits));
  return parts;
}

KSP splitOnMultigrid(KSP ksp) {
  const std::vector<KSP> splits = splitsOf(ksp);
  if (splits.empty()) return nullptr;
  PC pc = nullptr;
  PetscBool is_multigrid = PETSC_FALSE;
  TENON_PETSC(KSPGetPC(splits.front(), &pc));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCGAMG, &is_multigrid));
  return is_multigrid == PETSC_TRUE ? splits.front() : nullptr;
}

void reusePreconditioners(KSP ksp, PetscBool reuse) {
  TENON_PETSC(KSPSetReusePreconditioner(ksp, reuse));
  for (KSP split : splitsOf(ksp)) {
    reusePreconditioners(split, reuse);
    if (KSP inner = innerSolver(split)) reusePreconditioners(inner, reuse);
  }
}

}  // namespace tenon::solver
