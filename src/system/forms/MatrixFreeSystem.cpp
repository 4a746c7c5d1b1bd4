// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/MatrixFreeSystem.hpp"

// declares PetscObjectStateIncrease, which is documented as public
#include <petsc/private/petscimpl.h>

#include <Eigen/Core>
#include <algorithm>

#include "TermProduct.hpp"
#include "Terms.hpp"
#include "base/dense.hpp"
#include "la/assembly/DiagonalAssembly.hpp"
#include "la/assembly/checkContributions.hpp"
#include "la/matrices/Projection.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

const MatrixFreeSystem& systemOf(Mat shell) {
  void* context = nullptr;
  TENON_PETSC(MatShellGetContext(shell, &context));
  if (context == nullptr)
    throw base::InputError("The matrix-free matrix cannot be used, because its linear system has been destroyed.");
  return *static_cast<const MatrixFreeSystem*>(context);
}

// Converts exceptions to PETSc errors, because PETSc is written in C.
template <class Work>
PetscErrorCode guarded(Mat shell, Work&& work) {
  try {
    work(systemOf(shell));
    return 0;
  } catch (const std::exception& error) {
    return PetscError(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), __LINE__, "multiply", __FILE__,
                      PETSC_ERR_LIB, PETSC_ERROR_INITIAL, "%s", error.what());
  }
}

PetscErrorCode multiplyShell(Mat shell, Vec x, Vec y) {
  return guarded(shell, [&](const MatrixFreeSystem& system) { system.multiply(x, y); });
}

PetscErrorCode diagonalOfShell(Mat shell, Vec diagonal) {
  return guarded(shell, [&](const MatrixFreeSystem& system) { system.getDiagonal(diagonal); });
}

PetscErrorCode invertBlocksOfShell(Mat shell, const PetscScalar** blocks) {
  return guarded(shell, [&](const MatrixFreeSystem& system) { *blocks = system.invertedBlocks().data(); });
}

using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Returns I - P of one block row: constrained degrees of freedom, and the block of N N^T.
Block blockedAt(PetscInt first, Eigen::Index size, const std::vector<char>& held, Mat oblique) {
  Block blocked = Block::Zero(size, size);
  std::vector<PetscInt> rows;
  for (Eigen::Index i = 0; i < size; ++i) {
    rows.push_back(first + static_cast<PetscInt>(i));
    if (held[static_cast<std::size_t>(rows.back())] != 0) blocked(i, i) = 1.0;
  }
  if (oblique == nullptr) return blocked;
  Block part = Block::Zero(size, size);
  const auto count = static_cast<PetscInt>(size);
  TENON_PETSC(MatGetValues(oblique, count, rows.data(), count, rows.data(), part.data()));
  return blocked + part;
}

template <class Function>
void setOperation(Mat shell, MatOperation operation, Function* function) {
  TENON_PETSC(MatShellSetOperation(shell, operation, reinterpret_cast<void (*)()>(function)));
}

}  // namespace

struct MatrixFreeSystem::Parts {
  la::Matrix shell;
  StateArrays x, y;  // local displacements and forces
  // [states + 1] first entry in the part of a vector on this rank
  std::vector<std::ptrdiff_t> starts;
  // constrained rows of each state relative to its start
  std::vector<std::vector<std::size_t>> held;
  Terms terms;  // terms of the last assemble()
  std::unique_ptr<TermProduct> product;
  double held_diagonal = 1.0;
  std::unique_ptr<la::DiagonalAssembly> diagonal;  // diagonal of the last assemble(), on demand
  std::vector<double> blocks, inverses;            // diagonal blocks of P A P + d (I - P)
  la::Vector free;                                 // P x, if P is oblique
  bool takes_out = false;                          // P is not I on some rank
};

MatrixFreeSystem::MatrixFreeSystem(const Data& data, const MechanicalSystem& mechanics)
    : MatrixFreeSystem(mechanics, data.options()) {}

MatrixFreeSystem::MatrixFreeSystem(const MechanicalSystem& mechanics, const SystemOptions& options)
    : LinearSystem(mechanics, options), parts_(std::make_unique<Parts>()) {
  parts_->x = parts_->y = zeroArrays(layout().states());
  parts_->starts.push_back(0);
  for (std::size_t s = 0; s < layout().states().size(); ++s) {
    const std::ptrdiff_t rows = std::ptrdiff_t{layout().numOwnedRows(s)} * layout().block();
    const std::ptrdiff_t start = parts_->starts.back();
    parts_->held.emplace_back();
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      if (constrainedFlags()[static_cast<std::size_t>(start + i)] != 0)
        parts_->held.back().push_back(static_cast<std::size_t>(i));
    parts_->starts.push_back(start + rows);
  }
  const bool holds =
      std::any_of(constrainedFlags().begin(), constrainedFlags().end(), [](char flag) { return flag != 0; });
  parts_->takes_out = layout().comm().any(holds) || obliqueProjection() != nullptr;
  if (obliqueProjection() != nullptr) parts_->free = layout().makeVector();
  const auto size = static_cast<PetscInt>(parts_->starts.back());
  Mat* const shell = parts_->shell.out();
  TENON_PETSC(MatCreateShell(layout().comm().mpi(), size, size, PETSC_DETERMINE, PETSC_DETERMINE, this, shell));
  TENON_PETSC(MatSetBlockSize(*shell, layout().block()));
  setOperation(*shell, MATOP_MULT, multiplyShell);
  setOperation(*shell, MATOP_GET_DIAGONAL, diagonalOfShell);
  setOperation(*shell, MATOP_INVERT_BLOCK_DIAGONAL, invertBlocksOfShell);
  TENON_PETSC(MatSetUp(*shell));
}

MatrixFreeSystem::~MatrixFreeSystem() {
  // Other owners of the matrix receive an error instead of a product.
  MatShellSetContext(parts_->shell.get(), nullptr);
}

Mat MatrixFreeSystem::get() const {
  return parts_->shell.get();
}

void MatrixFreeSystem::invalidateGhosts() {
  parts_->x = parts_->y = zeroArrays(layout().states());
}

void MatrixFreeSystem::assembleTerms(const Terms& terms, const Factors&) {
  if (options().rules.checking != la::IndexChecking::off) {
    terms.prepareMatrices(mechanics(), false);
    la::checkContributions(layout(), [&](const la::Contributions& to) { terms.contribute(mechanics(), to, false); });
  }
  parts_->product = std::make_unique<TermProduct>(mechanics(), terms);
  parts_->terms = terms;
  parts_->diagonal.reset();
  parts_->blocks.clear();
  parts_->inverses.clear();
  parts_->held_diagonal = 1.0;
  if (options().held_diagonal == la::DirichletDiagonal::meanOfDiagonal && parts_->takes_out)
    parts_->held_diagonal =
        mechanics().projection().diagonalOf(diagonalOfAll().vector().get(), options().held_diagonal);
  TENON_PETSC(MatSetOption(get(), MAT_SYMMETRIC, isSymmetric() ? PETSC_TRUE : PETSC_FALSE));
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(get())));
}

// Copies P x to the local arrays, ghosts included.
void MatrixFreeSystem::read(Vec x) const {
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(x, &values));
  for (std::size_t s = 0; s < parts_->x.size(); ++s) {
    layout().fromRows(s, values + parts_->starts[s], parts_->x[s].data());
    const auto b = static_cast<std::size_t>(layout().states()[s]->block());
    const auto w = static_cast<std::size_t>(layout().scalarRowsPerNode(s));
    for (const std::size_t row : parts_->held[s])
      if (row % w < b) parts_->x[s][row / w * b + row % w] = 0.0;
  }
  TENON_PETSC(VecRestoreArrayRead(x, &values));
  for (std::size_t s = 0; s < parts_->x.size(); ++s) {
    const la::State& state = *layout().states()[s];
    state.halo().updateGhosts(gsl::span<double>(parts_->x[s]), state.block());
  }
}

// Computes y = P A P x + d (x - P x) for constrained degrees of freedom.
void MatrixFreeSystem::write(Vec x, Vec y) const {
  const double *given = nullptr, scale = parts_->product->scale();
  double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(x, &given));
  TENON_PETSC(VecGetArrayWrite(y, &values));
  for (std::size_t s = 0; s < parts_->y.size(); ++s) {
    const std::ptrdiff_t start = parts_->starts[s], end = parts_->starts[s + 1];
    layout().toRows(s, parts_->y[s].data(), values + start);
    for (std::ptrdiff_t row = start; row < end; ++row) values[row] *= scale;
    for (const std::size_t i : parts_->held[s])
      values[start + static_cast<std::ptrdiff_t>(i)] =
          parts_->held_diagonal * given[start + static_cast<std::ptrdiff_t>(i)];
  }
  TENON_PETSC(VecRestoreArrayWrite(y, &values));
  TENON_PETSC(VecRestoreArrayRead(x, &given));
}

void MatrixFreeSystem::multiplyFree(Vec x, Vec y) const {
  read(x);
  for (auto& values : parts_->y) std::fill(values.begin(), values.end(), 0.0);
  parts_->product->addTo(parts_->x, parts_->y);
  write(x, y);
}

void MatrixFreeSystem::multiply(Vec x, Vec y) const {
  base::ensure(parts_->product != nullptr, "A matrix-free system is used before it is assembled.");
  const la::Projection* const P = obliqueProjection();
  if (P == nullptr) return multiplyFree(x, y);
  const Vec free = parts_->free.get();
  TENON_PETSC(VecCopy(x, free));
  P->project(free);
  multiplyFree(free, y);
  P->project(y);
  TENON_PETSC(VecAXPY(y, parts_->held_diagonal, x));
  TENON_PETSC(VecAXPY(y, -parts_->held_diagonal, free));
}

// Returns the diagonal blocks of A without Dirichlet conditions.
const la::DiagonalAssembly& MatrixFreeSystem::diagonalOfAll() const {
  if (parts_->diagonal) return *parts_->diagonal;
  parts_->terms.prepareMatrices(mechanics(), true);
  auto diagonal = std::make_unique<la::DiagonalAssembly>(sharedLayout(), la::DiagonalKind::block);
  diagonal->assemble([&](const la::Contributions& to) { parts_->terms.contribute(mechanics(), to, true); });
  parts_->diagonal = std::move(diagonal);
  return *parts_->diagonal;
}

// Returns P_i A_ii P_i + d (I - P_i) of each block row of the layout. The block rows of a node are
// contiguous.
const std::vector<double>& MatrixFreeSystem::diagonalBlocks() const {
  if (!parts_->blocks.empty()) return parts_->blocks;
  const la::DiagonalAssembly& diagonal = diagonalOfAll();
  const Eigen::Index g = layout().block();
  Mat blocked = nullptr;
  if (const la::Projection* P = obliqueProjection()) TENON_PETSC(MatGetDiagonalBlock(P->obliqueProjector(), &blocked));
  for (std::size_t s = 0; s < layout().states().size(); ++s) {
    const Eigen::Index b = layout().states()[s]->block();
    for (LocalIndex node = 0; node < layout().states()[s]->layout().numOwned(); ++node)
      for (Eigen::Index i = 0; i < b; i += g) {
        const auto first =
            static_cast<PetscInt>(parts_->starts[s] + std::ptrdiff_t(node) * layout().scalarRowsPerNode(s) + i);
        const Eigen::Index used = std::min(g, b - i);
        Block A = Block::Zero(g, g);
        A.topLeftCorner(used, used) =
            Eigen::Map<const Block>(diagonal.valuesOf(s).data() + std::ptrdiff_t(node) * b * b, b, b)
                .block(i, i, used, used);
        const Block B = blockedAt(first, g, constrainedFlags(), blocked), P = Block::Identity(g, g) - B;
        const Block projected = P * A * P + parts_->held_diagonal * B;
        parts_->blocks.insert(parts_->blocks.end(), projected.data(), projected.data() + projected.size());
      }
  }
  return parts_->blocks;
}

void MatrixFreeSystem::getDiagonal(Vec diagonal) const {
  const std::vector<double>& blocks = diagonalBlocks();
  const auto g = static_cast<std::size_t>(layout().block());
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(diagonal, &values));
  for (std::size_t i = 0; i < blocks.size() / g; ++i) values[i] = blocks[i / g * g * g + i % g * (g + 1)];
  TENON_PETSC(VecRestoreArrayWrite(diagonal, &values));
}

const std::vector<double>& MatrixFreeSystem::invertedBlocks() const {
  if (!parts_->inverses.empty()) return parts_->inverses;
  const std::vector<double>& blocks = diagonalBlocks();
  const Eigen::Index g = layout().block();
  base::runCollectively(layout().comm(), [&] {
    for (std::size_t first = 0; first < blocks.size(); first += static_cast<std::size_t>(g * g)) {
      const auto inverse = base::inverseIfRegular(Eigen::Map<const Block>(blocks.data() + first, g, g));
      if (!inverse)
        throw base::InputError(
            "A diagonal block of the matrix-free system cannot be inverted: the corresponding node has no stiffness.");
      // PETSc requires column-major order.
      parts_->inverses.insert(parts_->inverses.end(), inverse->data(), inverse->data() + inverse->size());
    }
  });
  return parts_->inverses;
}

}  // namespace tenon::system
