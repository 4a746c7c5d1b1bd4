// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "liveMatrix.hpp"

#include "analysis/Equations.hpp"
#include "simulation/reading/build.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::python {
namespace {

/// Throws the same error on all ranks.
[[noreturn]] void fail(const char* sentence) {
  base::InputError error(sentence);
  error.markOnAllRanks();
  throw error;
}

}  // namespace

void requireAssembled(simulation::Simulation& simulation) {
  const system::Factors& factors = simulation.linearSystem().factors();
  if (factors.mass == 0.0 && factors.damping == 0.0 && factors.stiffness == 0.0)
    fail("The matrix A has not been assembled: call assemble() or step() first.");
}

void attachRigidModes(simulation::Simulation& simulation, Mat matrix) {
  MatNullSpace present = nullptr;
  TENON_PETSC(MatGetNearNullSpace(matrix, &present));
  const MatNullSpace modes = simulation.setup().equations->tangent().rigidModes();
  if (present == nullptr && modes != nullptr) TENON_PETSC(MatSetNearNullSpace(matrix, modes));
}

Mat liveMatrix(simulation::Simulation& simulation) {
  requireAssembled(simulation);
  const Mat A = simulation.linearSystem().get();
  attachRigidModes(simulation, A);
  return A;
}

Mat liveJacobian(simulation::Simulation& simulation) {
  if (simulation.constraints() != nullptr) return simulation.constraints()->free();
  fail("The case has no constraints, and therefore no constraint Jacobian.");
}

}  // namespace tenon::python
