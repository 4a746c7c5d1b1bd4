// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SetupCounts.hpp"

#include <petscksp.h>
#include <petscsnes.h>

#include <string>

#include "tenon/base/check.hpp"

namespace tenon::la {
namespace {

bool endsWith(const std::string& name, const std::string& end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// Returns true for events of symbolic phases: MatMatMultSym, MatPtAPSymbolic, MatLUFactorSym,
// MatCholFctrSym, ...
bool isSymbolic(const std::string& event) {
  return event.rfind("Mat", 0) == 0 && (endsWith(event, "Sym") || endsWith(event, "Symbolic"));
}

void addStage(const PetscStageInfo& stage, const PetscStageLog log, SetupCounts& counts) {
  for (int c = 0; c < stage.classLog->numClasses; ++c) {
    const PetscClassId id = log->classLog->classInfo[c].classid;
    const int made = stage.classLog->classInfo[c].creations;
    if (id == KSP_CLASSID || id == SNES_CLASSID) counts.solvers += made;
    if (id == MAT_CLASSID) counts.patterns += made;
  }
  for (int e = 0; e < stage.eventLog->numEvents; ++e)
    if (isSymbolic(log->eventLog->eventInfo[e].name)) counts.symbolic_products += stage.eventLog->eventInfo[e].count;
}

}  // namespace

SetupCounts countSetups() {
  PetscBool is_active = PETSC_FALSE;
  TENON_PETSC(PetscLogIsActive(&is_active));
  if (is_active == PETSC_FALSE) TENON_PETSC(PetscLogDefaultBegin());
  PetscStageLog log = nullptr;
  TENON_PETSC(PetscLogGetStageLog(&log));
  SetupCounts counts;
  for (int s = 0; s < log->numStages; ++s) addStage(log->stageInfo[s], log, counts);
  return counts;
}

}  // namespace tenon::la
