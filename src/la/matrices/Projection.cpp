#include "tenon/la/Projection.hpp"

#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::la {
namespace {

Matrix identity(const CombinedLayout& layout) {
  const PetscInt n = static_cast<PetscInt>(layout.layout().numOwned()) * layout.block();
  Matrix matrix;
  TENON_PETSC(MatCreate(layout.comm().mpi(), matrix.put()));
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

Projection::Projection(const CombinedLayout& layout, std::vector<char> held,
                       const std::vector<ConstraintEntry>& directions, LocalIndex num_directions)
    : comm_(layout.comm()),
      held_(std::move(held)),
      num_owned_(static_cast<std::size_t>(layout.layout().numOwned()) * static_cast<std::size_t>(layout.block())) {
  base::ensure(held_.size() == static_cast<std::size_t>(layout.layout().numLocal() * layout.block()),
               "The flags of constrained degrees of freedom have the wrong size.");
  if (!comm_.any(num_directions > 0)) return;
  directions_ =
      std::make_unique<ConstraintMatrix>(layout, std::vector<NamedRows>{{"directions", 0, num_directions}}, directions);
  along_ = directions_->makeVector();
  TENON_PETSC(
      MatMatMult(directions_->transpose(), directions_->get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, blocked_.put()));
  free_ = identity(layout);
  TENON_PETSC(MatAXPY(free_.get(), -1.0, blocked_.get(), DIFFERENT_NONZERO_PATTERN));
}

void Projection::projectOblique(Vec x) const {
  TENON_PETSC(MatMult(directions_->get(), x, along_.get()));
  TENON_PETSC(VecScale(along_.get(), -1.0));
  TENON_PETSC(MatMultAdd(directions_->transpose(), along_.get(), x, x));
}

void Projection::project(Vec x) const {
  double* entries = nullptr;
  TENON_PETSC(VecGetArray(x, &entries));
  for (std::size_t i = 0; i < num_owned_; ++i)
    if (held_[i] != 0) entries[i] = 0.0;
  TENON_PETSC(VecRestoreArray(x, &entries));
  if (isOblique()) projectOblique(x);
}

void Projection::imposeDirections(Vec u, gsl::span<const double> values) const {
  if (!isOblique()) return;
  TENON_PETSC(MatMult(directions_->get(), u, along_.get()));
  double* entries = nullptr;
  TENON_PETSC(VecGetArray(along_.get(), &entries));
  for (std::size_t i = 0; i < values.size(); ++i) entries[i] = values[i] - entries[i];
  TENON_PETSC(VecRestoreArray(along_.get(), &entries));
  TENON_PETSC(MatMultAdd(directions_->transpose(), along_.get(), u, u));
}

double Projection::diagonalOf(Vec diagonal, HeldDiagonal kind) const {
  if (kind == HeldDiagonal::one) return 1.0;
  const double* entries = nullptr;
  double sum = 0.0;
  long count = 0;
  TENON_PETSC(VecGetArrayRead(diagonal, &entries));
  for (std::size_t i = 0; i < num_owned_; ++i) {
    if (held_[i] != 0) continue;
    sum += std::abs(entries[i]);
    ++count;
  }
  TENON_PETSC(VecRestoreArrayRead(diagonal, &entries));
  sum = comm_.sum(sum);
  count = comm_.sum(count);
  return count > 0 && sum > 0.0 ? sum / static_cast<double>(count) : 1.0;
}

void Projection::apply(Mat A, HeldDiagonal kind, ProjectedMatrix& projected) const {
  base::ensure(isOblique(), "A matrix is projected although no oblique direction is constrained.");
  PetscObjectId source = 0, by = 0;
  TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(A), &source));
  TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(free_.get()), &by));
  if (projected.matrix && projected.source == source && projected.by == by) {
    Mat same = projected.matrix.get();
    TENON_PETSC(MatPtAP(A, free_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &same));
  } else {
    TENON_PETSC(MatPtAP(A, free_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, projected.matrix.put()));
    projected.source = source;
    projected.by = by;
  }
  Vector diagonal;
  TENON_PETSC(MatCreateVecs(A, diagonal.put(), nullptr));
  TENON_PETSC(MatGetDiagonal(A, diagonal.get()));
  // Every node has a stored diagonal block, so that N N^T lies within the pattern of P A P.
  TENON_PETSC(
      MatAXPY(projected.matrix.get(), diagonalOf(diagonal.get(), kind), blocked_.get(), SUBSET_NONZERO_PATTERN));
}

Matrix Projection::projectJacobian(Mat G) const {
  Matrix projected;
  if (!isOblique()) return Matrix::share(G);
  TENON_PETSC(MatMatMult(G, free_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, projected.put()));
  return projected;
}

void Projection::renewJacobian(Mat G, const Matrix& projected) const {
  Mat same = projected.get();
  if (isOblique()) TENON_PETSC(MatMatMult(G, free_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &same));
}

}  // namespace tenon::la
