// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/Projection.hpp"

#include <cmath>

#include "la/vectors.hpp"
#include "tenon/base/check.hpp"

namespace tenon::la {
namespace {

Matrix identity(const CombinedLayout& layout) {
  const PetscInt n = static_cast<PetscInt>(layout.layout().numOwned()) * layout.block();
  Matrix matrix;
  TENON_PETSC(MatCreate(layout.comm().mpi(), matrix.out()));
  TENON_PETSC(MatSetSizes(matrix.get(), n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  TENON_PETSC(MatSetBlockSizes(matrix.get(), layout.block(), layout.block()));
  TENON_PETSC(MatSetType(matrix.get(), MATAIJ));
  TENON_PETSC(MatSeqAIJSetPreallocation(matrix.get(), 1, nullptr));
  TENON_PETSC(MatMPIAIJSetPreallocation(matrix.get(), 1, nullptr, 0, nullptr));
  const PetscInt first = layout.layout().firstOwned().value() * layout.block();
  for (PetscInt row = first; row < first + n; ++row)
    TENON_PETSC(MatSetValue(matrix.get(), row, row, 1.0, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

}  // namespace

Projection::Projection(const CombinedLayout& layout, std::vector<char> constrained,
                       const std::vector<ConstraintEntry>& directions, LocalIndex num_directions)
    : comm_(layout.comm()),
      constrained_(std::move(constrained)),
      num_owned_(static_cast<std::size_t>(layout.layout().numOwned()) * static_cast<std::size_t>(layout.block())) {
  base::ensure(constrained_.size() == static_cast<std::size_t>(layout.layout().numLocal() * layout.block()),
               "The flags of constrained degrees of freedom have the wrong size.");
  if (!comm_.any(num_directions > 0)) return;
  directions_ =
      std::make_unique<ConstraintMatrix>(layout, std::vector<NamedRows>{{"directions", 0, num_directions}}, directions);
  components_ = directions_->makeVector();
  TENON_PETSC(MatMatMult(directions_->transpose(), directions_->get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT,
                         oblique_projector_.out()));
  complement_ = identity(layout);
  TENON_PETSC(MatAXPY(complement_.get(), -1.0, oblique_projector_.get(), DIFFERENT_NONZERO_PATTERN));
}

void Projection::projectOblique(Vec x) const {
  TENON_PETSC(MatMult(directions_->get(), x, components_.get()));
  TENON_PETSC(VecScale(components_.get(), -1.0));
  TENON_PETSC(MatMultAdd(directions_->transpose(), components_.get(), x, x));
}

void Projection::project(Vec x) const {
  double* entries = nullptr;
  TENON_PETSC(VecGetArray(x, &entries));
  for (std::size_t i = 0; i < num_owned_; ++i)
    if (constrained_[i] != 0) entries[i] = 0.0;
  TENON_PETSC(VecRestoreArray(x, &entries));
  if (hasObliqueDirections()) projectOblique(x);
}

Vector Projection::complementOf(Vec x) const {
  Vector part = copyOf(x);
  const Vector free = copyOf(x);
  project(free.get());
  TENON_PETSC(VecAXPY(part.get(), -1.0, free.get()));
  return part;
}

void Projection::imposeDirections(Vec u, gsl::span<const double> values) const {
  if (!hasObliqueDirections()) return;
  TENON_PETSC(MatMult(directions_->get(), u, components_.get()));
  double* entries = nullptr;
  TENON_PETSC(VecGetArray(components_.get(), &entries));
  for (std::size_t i = 0; i < values.size(); ++i) entries[i] = values[i] - entries[i];
  TENON_PETSC(VecRestoreArray(components_.get(), &entries));
  TENON_PETSC(MatMultAdd(directions_->transpose(), components_.get(), u, u));
}

double Projection::diagonalOf(Vec diagonal, DirichletDiagonal kind) const {
  if (kind == DirichletDiagonal::one) return 1.0;
  const double* entries = nullptr;
  double sum = 0.0;
  long count = 0;
  TENON_PETSC(VecGetArrayRead(diagonal, &entries));
  for (std::size_t i = 0; i < num_owned_; ++i) {
    if (constrained_[i] != 0) continue;
    sum += std::abs(entries[i]);
    ++count;
  }
  TENON_PETSC(VecRestoreArrayRead(diagonal, &entries));
  sum = comm_.sum(sum);
  count = comm_.sum(count);
  return count > 0 && sum > 0.0 ? sum / static_cast<double>(count) : 1.0;
}

void Projection::apply(Mat A, DirichletDiagonal kind, ProjectedMatrix& projected) const {
  base::ensure(hasObliqueDirections(), "A matrix is projected although no oblique direction is constrained.");
  PetscObjectId source = 0, projector = 0;
  TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(A), &source));
  TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(complement_.get()), &projector));
  if (projected.matrix && projected.source == source && projected.projector == projector) {
    Mat same = projected.matrix.get();
    TENON_PETSC(MatPtAP(A, complement_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &same));
  } else {
    TENON_PETSC(MatPtAP(A, complement_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, projected.matrix.out()));
    projected.source = source;
    projected.projector = projector;
  }
  Vector diagonal;
  TENON_PETSC(MatCreateVecs(A, diagonal.out(), nullptr));
  TENON_PETSC(MatGetDiagonal(A, diagonal.get()));
  // Every node has a stored diagonal block, so that N N^T lies within the pattern of P A P.
  TENON_PETSC(MatAXPY(projected.matrix.get(), diagonalOf(diagonal.get(), kind), oblique_projector_.get(),
                      SUBSET_NONZERO_PATTERN));
}

Matrix Projection::projectJacobian(Mat G) const {
  Matrix projected;
  if (!hasObliqueDirections()) return Matrix::share(G);
  TENON_PETSC(MatMatMult(G, complement_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, projected.out()));
  return projected;
}

void Projection::updateJacobian(Mat G, const Matrix& projected) const {
  Mat same = projected.get();
  if (hasObliqueDirections()) TENON_PETSC(MatMatMult(G, complement_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &same));
}

}  // namespace tenon::la
