// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PrimalSystem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "Operators.hpp"
#include "compliance.hpp"
#include "la/arrays.hpp"
#include "solver/preconditioners/PMultigrid.hpp"
#include "solver/preconditioners/isShell.hpp"
#include "solver/schur/longRows.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::solver {

PrimalSystem::PrimalSystem(const SaddleSystem& system) : system_(system) {
  requireApplicable();
  elimination_.emplace(system.G, system.groups);
  reduced_ = reduce(system.A);
  if (system.P != nullptr && system.P != system.A) reduced_P_ = reduce(system.P);
  describeToMultigrid(preconditionerMatrix(), system);
  if (system.vertex_interpolation != nullptr)
    setVertexInterpolation(preconditionerMatrix(), interpolationWithoutSlaves(system.vertex_interpolation).get());
  TENON_PETSC(MatCreateVecs(system.A, particular_.out(), f_.out()));
}

void PrimalSystem::requireApplicable() const {
  requireNoCompliance(system_, "-saddle_form primal eliminates only constraints without compliance");
  base::runCollectively(base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(system_.G))), [&] {
    if (isShell(system_.A))
      throw base::InputError("-saddle_form primal needs the entries of A, but the system is matrix-free.");
  });
  requireShortRows();
}

// Checks the length of rows: a slave that follows n degrees of freedom couples all of them, which
// gives n^2 entries.
void PrimalSystem::requireShortRows() const {
  // Admissible number of new entries, relative to the entries of A.
  constexpr double as_much_again = 1.0;
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(system_.G)));
  const std::vector<PetscInt> lengths = rowLengths(system_.G);
  const PetscInt affordable = maxAffordableLength(lengths, system_.A, as_much_again);
  for (const la::NamedRows& group : system_.groups) {
    const auto begin = lengths.begin() + group.first;
    PetscInt longest = 0;
    for (auto length = begin; length != begin + group.count; ++length) longest = std::max(longest, *length);
    longest = comm.max(longest);
    base::runCollectively(comm, [&] {
      if (longest > affordable)
        throw base::InputError(
            fmt::format("Constraint '{}' cannot be eliminated (-saddle_form primal): one of its rows has {} degrees of "
                        "freedom, and the elimination would couple all of them with each other. Use the preset 'schur' "
                        "or 'direct' for such dense rows.",
                        group.name, longest));
    });
  }
}

la::Matrix PrimalSystem::reduce(Mat A) const {
  la::Matrix reduced, padding;
  la::Vector diagonal;
  PetscInt block = 1, n = 0, first = 0, size = 0;
  PetscScalar sum = 0.0;
  TENON_PETSC(MatGetBlockSize(A, &block));
  TENON_PETSC(MatPtAP(A, elimination_->T(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, reduced.out()));
  TENON_PETSC(MatCreateVecs(A, diagonal.out(), nullptr));
  TENON_PETSC(MatGetDiagonal(A, diagonal.get()));
  TENON_PETSC(VecAbs(diagonal.get()));
  TENON_PETSC(VecSum(diagonal.get(), &sum));
  TENON_PETSC(VecGetSize(diagonal.get(), &size));
  TENON_PETSC(VecGetLocalSize(diagonal.get(), &n));
  TENON_PETSC(VecGetOwnershipRange(diagonal.get(), &first, nullptr));
  const double mean = sum / static_cast<double>(size);
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(A)), n, n, PETSC_DETERMINE, PETSC_DETERMINE, 1,
                           nullptr, 0, nullptr, padding.out()));
  TENON_PETSC(MatSetBlockSize(padding.get(), block));
  const la::ReadArray is_slave(elimination_->slaves());
  for (PetscInt i = 0; i < n; ++i)
    TENON_PETSC(MatSetValue(padding.get(), first + i, first + i, is_slave[i] * mean, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(padding.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(padding.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAXPY(padding.get(), 1.0, reduced.get(), DIFFERENT_NONZERO_PATTERN));
  return padding;
}

la::Matrix PrimalSystem::interpolationWithoutSlaves(Mat interpolation) const {
  la::Matrix without;
  la::Vector is_master;
  TENON_PETSC(MatDuplicate(interpolation, MAT_COPY_VALUES, without.out()));
  TENON_PETSC(VecDuplicate(elimination_->slaves(), is_master.out()));
  TENON_PETSC(VecSet(is_master.get(), 1.0));
  TENON_PETSC(VecAXPY(is_master.get(), -1.0, elimination_->slaves()));
  TENON_PETSC(MatDiagonalScale(without.get(), is_master.get(), nullptr));
  return without;
}

void PrimalSystem::scale(Vec f, Vec g, Vec rhs) {
  la::Vector left;
  TENON_PETSC(VecDuplicate(f, left.out()));
  TENON_PETSC(VecCopy(f, f_.get()));
  elimination_->findParticular(g, particular_.get());
  TENON_PETSC(MatMult(system_.A, particular_.get(), left.get()));
  TENON_PETSC(VecAYPX(left.get(), -1.0, f));
  TENON_PETSC(MatMultTranspose(elimination_->T(), left.get(), rhs));
}

void PrimalSystem::addUnscaled(Vec solution, Vec delta, Vec mu) {
  la::Vector u, left;
  TENON_PETSC(VecDuplicate(delta, u.out()));
  TENON_PETSC(VecDuplicate(delta, left.out()));
  TENON_PETSC(MatMultAdd(elimination_->T(), solution, particular_.get(), u.get()));
  TENON_PETSC(VecAXPY(delta, 1.0, u.get()));
  TENON_PETSC(MatMult(system_.A, u.get(), left.get()));
  TENON_PETSC(VecAYPX(left.get(), -1.0, f_.get()));
  elimination_->addMultipliers(left.get(), mu);
}

std::unique_ptr<Formulation> formulate(const SaddleSystem& system, const SaddleOptions& options) {
  if (options.form == SaddleOptions::Form::primal && system.G != nullptr) return std::make_unique<PrimalSystem>(system);
  return std::make_unique<Operators>(system, options);
}

}  // namespace tenon::solver
