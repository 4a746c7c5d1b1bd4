// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SchurOperator.hpp"

// declares PetscObjectStateGet, which is documented as public
#include <petsc/private/petscimpl.h>

#include <optional>

#include "analysis/Equations.hpp"
#include "liveMatrix.hpp"
#include "simulation/reading/build.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"

namespace tenon::python {
namespace {

SchurOperator& operatorOf(Mat shell) {
  void* context = nullptr;
  TENON_PETSC(MatShellGetContext(shell, &context));
  return *static_cast<SchurOperator*>(context);
}

PetscErrorCode multiplyShell(Mat shell, Vec l, Vec y) {
  try {
    operatorOf(shell).multiply(l, y);
    return 0;
  } catch (const std::exception& error) {
    return PetscError(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), __LINE__, "multiply", __FILE__,
                      PETSC_ERR_LIB, PETSC_ERROR_INITIAL, "%s", error.what());
  }
}

PetscErrorCode destroyShell(Mat shell) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(shell, &context));
  delete static_cast<SchurOperator*>(context);
  return 0;
}

template <class Function>
void setOperation(Mat shell, MatOperation operation, Function* function) {
  TENON_PETSC(MatShellSetOperation(shell, operation, reinterpret_cast<void (*)()>(function)));
}

PetscObjectState stateOf(Mat matrix) {
  PetscObjectState state = 0;
  TENON_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(matrix), &state));
  return state;
}

}  // namespace

la::Matrix SchurOperator::create(const std::shared_ptr<Session>& session) {
  std::unique_ptr<SchurOperator> made(new SchurOperator(session));
  made->update();
  la::Matrix shell;
  PetscInt rows = 0;
  TENON_PETSC(MatGetLocalSize(made->G_.get(), &rows, nullptr));
  TENON_PETSC(MatCreateShell(session->get().comm().mpi(), rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, made.get(),
                             shell.out()));
  setOperation(shell.get(), MATOP_DESTROY, destroyShell);
  made.release();  // now owned by the matrix
  setOperation(shell.get(), MATOP_MULT, multiplyShell);
  if (session->get().linearSystem().isSymmetric()) {
    setOperation(shell.get(), MATOP_MULT_TRANSPOSE, multiplyShell);
    TENON_PETSC(MatSetOption(shell.get(), MAT_SYMMETRIC, PETSC_TRUE));
  }
  TENON_PETSC(MatSetUp(shell.get()));
  return shell;
}

void SchurOperator::useCurrentMatrices(simulation::Simulation& simulation) {
  const analysis::Equations& equations = *simulation.setup().equations;
  A_ = la::Matrix::share(liveMatrix(simulation));
  G_ = la::Matrix::share(equations.rows().activeRows(liveJacobian(simulation)));
  const Vec compliance = equations.rows().compliance();
  compliance_ = compliance == nullptr ? la::Vector() : la::Vector::share(compliance);
  objects_ = la::namedStates(equations.linearSystem().layout());
  TENON_PETSC(MatGetNearNullSpace(A_.get(), &modes_));
}

void SchurOperator::update() {
  const std::shared_ptr<Session> session = session_.lock();
  const bool is_open = session && session->isOpen();
  std::optional<simulation::Simulation::Scope> scope;
  const Mat previous_A = A_.get(), previous_G = G_.get();
  if (is_open) {
    scope.emplace(session->get());
    useCurrentMatrices(session->get());
  }
  const bool is_current = complement_ && previous_A == A_.get() && previous_G == G_.get() &&
                          state_of_A_ == stateOf(A_.get()) && state_of_G_ == stateOf(G_.get());
  if (is_current) return;
  complement_.reset();
  complement_ = std::make_unique<system::SchurComplement>(system::SystemMatrix{A_.get(), objects_, modes_}, G_.get(),
                                                          compliance_.get());
  state_of_A_ = stateOf(A_.get()), state_of_G_ = stateOf(G_.get());
}

void SchurOperator::multiply(Vec l, Vec y) {
  update();
  complement_->multiply(l, y);
}

}  // namespace tenon::python
