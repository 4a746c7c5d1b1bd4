// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "preconditioners.hpp"

#include <petscksp.h>

#include <exception>
#include <memory>
#include <string_view>
#include <utility>

#include "PMultigrid.hpp"
#include "SubstructuredFactors.hpp"
#include "blockDiagonal.hpp"
#include "factors.hpp"
#include "solver/schur/DenseSchur.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

/// Exact solver that selects the cheapest method.
class ExactPreconditioner {
 public:
  explicit ExactPreconditioner(PC outer) {
    Mat matrix = nullptr, from = nullptr;
    PetscBool known = PETSC_FALSE, spd = PETSC_FALSE;
    TENON_PETSC(PCGetOperators(outer, &matrix, &from));
    is_block_diagonal_ = isInvertibleBlockDiagonal(from);
    if (!is_block_diagonal_) substructured_ = SubstructuredFactors::of(from);
    if (substructured_ && substructured_->factor()) return;
    substructured_.reset();
    TENON_PETSC(PCCreate(PetscObjectComm(reinterpret_cast<PetscObject>(outer)), &inner_));
    TENON_PETSC(PCSetOperators(inner_, matrix, from));
    if (is_block_diagonal_) {
      TENON_PETSC(PCSetType(inner_, PCPBJACOBI));
      TENON_PETSC(PCSetUp(inner_));
      return;
    }
    TENON_PETSC(MatIsSPDKnown(from, &known, &spd));
    TENON_PETSC(PCSetType(inner_, known == PETSC_TRUE && spd == PETSC_TRUE ? PCCHOLESKY : PCLU));
    TENON_PETSC(PCFactorSetMatSolverType(inner_, MATSOLVERMUMPS));
    setUpFactors(inner_);
  }
  ~ExactPreconditioner() { PCDestroy(&inner_); }
  ExactPreconditioner(const ExactPreconditioner&) = delete;
  ExactPreconditioner& operator=(const ExactPreconditioner&) = delete;

  /// Updates the numeric factors for other values of the same matrix. Returns false if another
  /// method is needed.
  bool update(PC outer) {
    Mat matrix = nullptr, from = nullptr;
    TENON_PETSC(PCGetOperators(outer, &matrix, &from));
    if ((is_block_diagonal_ ? isBlockDiagonal(from) : isInvertibleBlockDiagonal(from)) != is_block_diagonal_)
      return false;
    if (substructured_) return substructured_->isFactorisationOf(from) && substructured_->factor();
    TENON_PETSC(PCSetOperators(inner_, matrix, from));
    setUpFactors(inner_);
    return true;
  }

  void apply(Vec x, Vec y) {
    if (substructured_)
      substructured_->solve(x, y);
    else
      TENON_PETSC(PCApply(inner_, x, y));
  }

 private:
  std::unique_ptr<SubstructuredFactors> substructured_;
  PC inner_ = nullptr;
  bool is_block_diagonal_ = false;
};

struct Dense {
  explicit Dense(PC outer) : schur(operatorOf(outer)) {}
  static Mat operatorOf(PC outer) {
    Mat matrix = nullptr;
    PetscBool is_schur = PETSC_FALSE;
    TENON_PETSC(PCGetOperators(outer, &matrix, nullptr));
    TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSCHURCOMPLEMENT, &is_schur));
    if (is_schur == PETSC_FALSE)
      throw base::InputError("-pc_type tenon_dense supports only the multiplier block of -pc_fieldsplit_type schur.");
    return matrix;
  }
  bool update(PC outer) {
    schur.update(operatorOf(outer));
    return true;
  }
  void apply(Vec x, Vec y) { schur.apply(x, y); }
  DenseSchur schur;
};

std::exception_ptr pending;  // PETSc's callbacks cannot transport exceptions.

/// PCSHELL around an object that is made from the operators of the PC and renewed at each further
/// set-up.
template <class Kind>
struct Shell {
  static std::unique_ptr<Kind>* contextOf(PC pc) {
    void* context = nullptr;
    TENON_PETSC(PCShellGetContext(pc, &context));
    return static_cast<std::unique_ptr<Kind>*>(context);
  }
  static PetscErrorCode setUp(PC pc) {
    return guarded(pc, [&] {
      std::unique_ptr<Kind>& kind = *contextOf(pc);
      if (kind && kind->update(pc)) return;
      kind.reset();  // Releases its memory first.
      kind = std::make_unique<Kind>(pc);
    });
  }
  static PetscErrorCode apply(PC pc, Vec x, Vec y) {
    return guarded(pc, [&] { (*contextOf(pc))->apply(x, y); });
  }
  static PetscErrorCode destroy(PC pc) {
    return guarded(pc, [&] { delete contextOf(pc); });
  }
  static PetscErrorCode make(PC pc, const char* name) {
    PetscCall(PCSetType(pc, PCSHELL));
    PetscCall(PCShellSetName(pc, name));
    PetscCall(PCShellSetContext(pc, new std::unique_ptr<Kind>));
    PetscCall(PCShellSetSetUp(pc, setUp));
    PetscCall(PCShellSetApply(pc, apply));
    PetscCall(PCShellSetDestroy(pc, destroy));
    return 0;
  }
};

PetscErrorCode makeExact(PC pc) {
  return Shell<ExactPreconditioner>::make(pc, exact_name);
}

PetscErrorCode makePMultigrid(PC pc) {
  return Shell<PMultigrid>::make(pc, p_multigrid_name);
}

PetscErrorCode makeDense(PC pc) {
  return Shell<Dense>::make(pc, "tenon_dense");
}

}  // namespace

void registerPreconditioners() {
  TENON_PETSC(PCRegister(exact_name, makeExact));
  TENON_PETSC(PCRegister("tenon_dense", makeDense));
  TENON_PETSC(PCRegister(p_multigrid_name, makePMultigrid));
}

PC levelsOfPMultigrid(PC pc) {
  PetscBool is_shell = PETSC_FALSE;
  const char* name = nullptr;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCSHELL, &is_shell));
  if (is_shell == PETSC_FALSE) return nullptr;
  TENON_PETSC(PCShellGetName(pc, &name));
  if (name == nullptr || std::string_view(name) != p_multigrid_name) return nullptr;
  const std::unique_ptr<PMultigrid>& multigrid = *Shell<PMultigrid>::contextOf(pc);
  return multigrid ? multigrid->levels() : nullptr;
}

PetscErrorCode keepPending(PC pc, const std::exception& error) {
  pending = std::current_exception();
  SETERRQ(PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_USER, "%s", error.what());
}

void rethrowPending() {
  if (const std::exception_ptr error = std::exchange(pending, nullptr)) std::rethrow_exception(error);
}

}  // namespace tenon::solver
