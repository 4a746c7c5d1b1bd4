// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/saddle/SolverParameters.hpp"

namespace tenon::solver {

void SolverParameters::declare(base::Parameters<SolverParameters>& p) {
  p.optional("preset", &SolverParameters::preset, "",
             "named list of PETSc options (`tenon list preset`); default: `direct` for systems with a fast "
             "factorisation, otherwise the first preset that suits the system");
  p.optional("direct_seconds", &SolverParameters::direct_seconds, "s",
             "maximum estimated factorisation time for which `direct` is the default; a quarter of this value applies "
             "to systems without multipliers; 0: never")
      .nonNegative();
  p.optional("augmentation", &SolverParameters::augmentation, "",
             "gamma in A + gamma G^T W G, for fieldsplit solvers; dimensionless because of W; some presets define "
             "their own gamma")
      .nonNegative();
  p.optional("schur", &SolverParameters::schur, "",
             "approximation of the Schur complement (`tenon list schur-approximation`), for fieldsplit solvers; "
             "default: from -pc_fieldsplit_schur_precondition");
  p.optional("single_precision", &SolverParameters::single_precision, "",
             "true if multigrid uses copies of its matrices in single precision: faster, with the same accuracy of the "
             "solution");
  p.optional("preconditioner", &SolverParameters::preconditioner_block, "",
             "source and rebuild strategy of the preconditioner (`tenon list preconditioner`)");
}

}  // namespace tenon::solver
