#pragma once
#include <petscpc.h>

#include <exception>

namespace tenon::solver {

/// Makes tenon's own preconditioners known to PETSc, as values of -..._pc_type:
///   tenon_exact  solves exactly: node blocks one by one where no two nodes are coupled; each rank's part, and what
///                lies between them (SubstructuredFactors), where factors are hardly larger than the matrix; else by
///                MUMPS
///   tenon_p_multigrid  a level of first-order cells below second-order ones, and algebraic multigrid there (PMultigrid)
///   tenon_dense  for the multipliers' split of a Schur fieldsplit: S formed as a dense matrix, and factored
void registerPreconditioners();
constexpr const char* exact_name = "tenon_exact";
constexpr const char* p_multigrid_name = "tenon_p_multigrid";

/// Throws what ended one of them within a call of PETSc, if anything did: PETSc knows error codes only.
void rethrowPending();

/// Keeps an exception until then, and gives PETSc its sentence.
PetscErrorCode keepPending(PC pc, const std::exception& error);

/// A callback of PETSc's for a preconditioner.
template <class Work>
PetscErrorCode guarded(PC pc, Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    return keepPending(pc, error);
  }
  return 0;
}

}  // namespace tenon::solver
