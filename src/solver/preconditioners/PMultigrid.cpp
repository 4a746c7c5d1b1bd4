// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PMultigrid.hpp"

#include <string>
#include <vector>

#include "isShell.hpp"
#include "la/arrays.hpp"
#include "la/matrices/rigidModes.hpp"
#include "la/vectors.hpp"

namespace tenon::solver {
namespace {

constexpr const char* key = "tenon_vertex_interpolation";
constexpr int smoothing_steps = 2;

Mat interpolationOf(Mat matrix) {
  PetscObject object = nullptr;
  TENON_PETSC(PetscObjectQuery(reinterpret_cast<PetscObject>(matrix), key, &object));
  return reinterpret_cast<Mat>(object);
}

std::string prefixOf(PC pc) {
  const char* prefix = nullptr;
  TENON_PETSC(PCGetOptionsPrefix(pc, &prefix));
  return prefix != nullptr ? prefix : "";
}

/// Returns the values at the vertices, whose rows of the interpolation have a single entry, 1.
la::Vector restrictedToVertices(Mat interpolation, Vec fine) {
  la::Vector coarse = la::makeColumnVector(interpolation);
  PetscInt first = 0, last = 0, first_column = 0;
  TENON_PETSC(MatGetOwnershipRange(interpolation, &first, &last));
  TENON_PETSC(MatGetOwnershipRangeColumn(interpolation, &first_column, nullptr));
  const la::ReadArray from(fine);
  la::WriteArray to(coarse.get());
  for (PetscInt row = first; row < last; ++row) {
    PetscInt num_entries = 0;
    const PetscInt* columns = nullptr;
    TENON_PETSC(MatGetRow(interpolation, row, &num_entries, &columns, nullptr));
    if (num_entries == 1) to[columns[0] - first_column] = from[row - first];
    TENON_PETSC(MatRestoreRow(interpolation, row, &num_entries, &columns, nullptr));
  }
  return coarse;
}

la::NullSpace modesOfVertices(Mat from, Mat interpolation) {
  MatNullSpace modes = nullptr;
  TENON_PETSC(MatGetNearNullSpace(from, &modes));
  std::vector<la::Vector> vectors;
  for (Vec mode : la::vectorsOf(modes)) vectors.push_back(restrictedToVertices(interpolation, mode));
  return la::spanOf(vectors);
}

}  // namespace

PMultigrid::PMultigrid(PC outer) {
  Mat A = nullptr, from = nullptr;
  TENON_PETSC(PCGetOperators(outer, &A, &from));
  make(outer, A, from);
}

PMultigrid::~PMultigrid() {
  PCDestroy(&inner_);
}

void PMultigrid::make(PC outer, Mat A, Mat from) {
  if (isShell(from))
    throw base::InputError(
        "The preconditioner 'tenon_p_multigrid' needs the entries of a matrix, but the system is matrix-free: specify "
        "a separate system for the preconditioner with `preconditioner: {type: system}` in the solver block.");
  from_ = la::Matrix::share(from);
  TENON_PETSC(PCCreate(PetscObjectComm(reinterpret_cast<PetscObject>(outer)), &inner_));
  if (Mat interpolation = interpolationOf(from)) {
    interpolation_ = la::Matrix::share(interpolation);
    TENON_PETSC(PCSetOptionsPrefix(inner_, prefixOf(outer).c_str()));
    TENON_PETSC(PCSetType(inner_, PCMG));
    TENON_PETSC(PCMGSetLevels(inner_, 2, nullptr));
    TENON_PETSC(PCMGSetInterpolation(inner_, 1, interpolation));
  } else {
    TENON_PETSC(PCSetOptionsPrefix(inner_, (prefixOf(outer) + "mg_coarse_").c_str()));
    TENON_PETSC(PCSetType(inner_, PCGAMG));
    TENON_PETSC(PCSetOperators(inner_, A, from));
    TENON_PETSC(PCSetFromOptions(inner_));
  }
  setUp(A, from);
}

void PMultigrid::makeCoarseOperator(Mat from) {
  const MatReuse reuse = coarse_ ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX;
  Mat product = coarse_.get();
  TENON_PETSC(MatPtAP(from, interpolation_.get(), reuse, PETSC_DEFAULT, &product));
  if (coarse_) return;
  coarse_ = la::Matrix(product);
  PetscBool is_known = PETSC_FALSE, is_spd = PETSC_FALSE;
  TENON_PETSC(MatIsSPDKnown(from, &is_known, &is_spd));
  if (is_known == PETSC_TRUE && is_spd == PETSC_TRUE) TENON_PETSC(MatSetOption(product, MAT_SPD, PETSC_TRUE));
  if (const la::NullSpace modes = modesOfVertices(from, interpolation_.get()))
    TENON_PETSC(MatSetNearNullSpace(product, modes.get()));
}

void PMultigrid::setUp(Mat A, Mat from) {
  TENON_PETSC(PCSetOperators(inner_, A, from));
  if (interpolation_) {
    const bool is_new = !coarse_;
    makeCoarseOperator(from);
    KSP coarse = nullptr, smoother = nullptr;
    PC of_coarse = nullptr, of_smoother = nullptr;
    TENON_PETSC(PCMGGetCoarseSolve(inner_, &coarse));
    TENON_PETSC(PCMGGetSmoother(inner_, 1, &smoother));
    TENON_PETSC(KSPSetOperators(coarse, coarse_.get(), coarse_.get()));
    TENON_PETSC(KSPSetOperators(smoother, A, from));
    if (is_new) {
      TENON_PETSC(KSPSetType(coarse, KSPPREONLY));
      TENON_PETSC(KSPGetPC(coarse, &of_coarse));
      TENON_PETSC(PCSetType(of_coarse, PCGAMG));
      TENON_PETSC(KSPSetFromOptions(coarse));
      TENON_PETSC(KSPSetType(smoother, KSPCHEBYSHEV));
      TENON_PETSC(KSPSetTolerances(smoother, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, smoothing_steps));
      TENON_PETSC(KSPGetPC(smoother, &of_smoother));
      TENON_PETSC(PCSetType(of_smoother, PCPBJACOBI));
      TENON_PETSC(KSPSetFromOptions(smoother));
    }
  }
  TENON_PETSC(PCSetUp(inner_));
}

bool PMultigrid::update(PC outer) {
  Mat A = nullptr, from = nullptr;
  TENON_PETSC(PCGetOperators(outer, &A, &from));
  if (from != from_.get()) return false;
  setUp(A, from);
  return true;
}

void PMultigrid::apply(Vec x, Vec y) {
  TENON_PETSC(PCApply(inner_, x, y));
}

void setVertexInterpolation(Mat matrix, Mat interpolation) {
  if (interpolation == nullptr) return;
  TENON_PETSC(
      PetscObjectCompose(reinterpret_cast<PetscObject>(matrix), key, reinterpret_cast<PetscObject>(interpolation)));
}

}  // namespace tenon::solver
