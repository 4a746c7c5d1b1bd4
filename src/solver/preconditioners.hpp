#pragma once

namespace tenon::solver {

/// Makes tenon's own preconditioners known to PETSc, as values of -..._pc_type:
///   tenon_exact  solves exactly: node blocks one by one where no two nodes are coupled, else factors of MUMPS
///   tenon_dense  for the multipliers' split of a Schur fieldsplit: S formed as a dense matrix, and factored
void registerPreconditioners();

/// Throws what ended one of them within a call of PETSc, if anything did: PETSc knows error codes only.
void rethrowPending();

}  // namespace tenon::solver
