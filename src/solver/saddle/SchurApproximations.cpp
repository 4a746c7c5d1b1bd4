// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/solver/saddle/SchurApproximations.hpp"

#include <fmt/format.h>
// Declares PetscObjectStateIncrease, which is documented as public.
#include <petsc/private/petscimpl.h>

#include <optional>

#include "la/arrays.hpp"
#include "la/matrices/EntrywiseProducts.hpp"
#include "la/vectors.hpp"
#include "solver/preconditioners/sumOfAij.hpp"
#include "solver/schur/longRows.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {
namespace {

la::Matrix diagonalMatrix(Vec entries) {
  la::Matrix matrix;
  PetscInt rows = 0, first = 0;
  TENON_PETSC(VecGetLocalSize(entries, &rows));
  TENON_PETSC(VecGetOwnershipRange(entries, &first, nullptr));
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(entries)), rows, rows, PETSC_DETERMINE,
                           PETSC_DETERMINE, 1, nullptr, 0, nullptr, matrix.out()));
  const la::ReadArray values(entries);
  for (PetscInt i = 0; i < rows; ++i)
    TENON_PETSC(MatSetValue(matrix.get(), first + i, first + i, values[i], INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

la::Vector multipliersLike(Mat G) {
  return la::makeRowVector(G);
}

// Returns the diagonal of Γ^-1: A + G^T Γ G with a large Γ has S = (S0^-1 + Γ)^-1 ~ Γ^-1, where S0
// is the Schur complement of A alone.
la::Vector diagonalOfAugmentation(const SaddleSystem& system) {
  if (system.augmentation == nullptr)
    throw base::InputError(
        "The Schur approximation 'augmentation' needs an augmented A: set `augmentation` in the solver block to a "
        "positive value, preferably above 100.");
  la::Vector s = multipliersLike(system.G);
  {
    const la::ReadArray gamma(system.augmentation);
    la::WriteArray entries(s.get());
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = gamma[i] > 0.0 ? 1.0 / gamma[i] : 1.0;
  }
  if (system.compliance != nullptr) TENON_PETSC(VecAXPY(s.get(), 1.0, system.compliance));
  return s;
}

la::Vector reciprocalDiagonal(Mat A) {
  la::Vector inverse = la::makeColumnVector(A);
  TENON_PETSC(MatGetDiagonal(A, inverse.get()));
  TENON_PETSC(VecReciprocal(inverse.get()));
  return inverse;
}

/// Intermediate products of an approximation, which are kept with it for updates.
struct CachedProducts {
  std::optional<la::EntrywiseProducts> squares;
  la::Matrix weighted, product, rest;
  la::Matrix inverse, transposed;  // B^-1 and G^T
};

PetscErrorCode releaseProducts(void* products) {
  delete static_cast<CachedProducts*>(products);
  return 0;
}

constexpr const char* products_name = "tenon_products";

void storeProducts(Mat S, CachedProducts products) {
  PetscContainer container = nullptr;
  TENON_PETSC(PetscContainerCreate(PetscObjectComm(reinterpret_cast<PetscObject>(S)), &container));
  TENON_PETSC(PetscContainerSetPointer(container, new CachedProducts(std::move(products))));
  TENON_PETSC(PetscContainerSetUserDestroy(container, releaseProducts));
  TENON_PETSC(
      PetscObjectCompose(reinterpret_cast<PetscObject>(S), products_name, reinterpret_cast<PetscObject>(container)));
  TENON_PETSC(PetscContainerDestroy(&container));
}

CachedProducts* storedProducts(Mat S) {
  PetscObject container = nullptr;
  void* products = nullptr;
  TENON_PETSC(PetscObjectQuery(reinterpret_cast<PetscObject>(S), products_name, &container));
  if (container != nullptr)
    TENON_PETSC(PetscContainerGetPointer(reinterpret_cast<PetscContainer>(container), &products));
  return static_cast<CachedProducts*>(products);
}

// Returns diag(G W G^T).
// @param squares  products with the squared entries of G, created if empty
la::Vector diagonalOf(Mat G, Vec weights, std::optional<la::EntrywiseProducts>& squares) {
  la::Vector s = multipliersLike(G);
  if (!squares) squares.emplace(G, la::EntryFunction::square);
  squares->multiply(weights, s.get());
  return s;
}

void addCompliance(const SaddleSystem& system, Vec s) {
  if (system.compliance != nullptr) TENON_PETSC(VecAXPY(s, 1.0, system.compliance));
}

la::Vector diagonalOf(const SaddleSystem& system, CachedProducts& of) {
  la::Vector s = diagonalOf(system.G, reciprocalDiagonal(system.A).get(), of.squares);
  addCompliance(system, s.get());
  return s;
}

la::Matrix approximateByDiagonals(const SaddleSystem& system) {
  CachedProducts of;
  la::Matrix S = diagonalMatrix(diagonalOf(system, of).get());
  storeProducts(S.get(), std::move(of));
  return S;
}

bool updateDiagonals(const SaddleSystem& system, Mat S) {
  TENON_PETSC(MatDiagonalSet(S, diagonalOf(system, *storedProducts(S)).get(), INSERT_VALUES));
  return true;
}

// Forms S from the diagonal of A. Entries that dense rows, and degrees of freedom of very many
// rows, would fill are omitted except on the diagonal: with the diagonal of the augmented A, the
// share of such a degree of freedom in S is at most the diagonal again.
la::Matrix approximateByNeighbours(const SaddleSystem& system) {
  const la::Vector inverse = reciprocalDiagonal(system.A);
  const la::Matrix G = withoutLongRows(system.G, system.A);
  CachedProducts of;
  TENON_PETSC(MatTranspose(G.get(), MAT_INITIAL_MATRIX, of.transposed.out()));
  TENON_PETSC(MatDuplicate(of.transposed.get(), MAT_COPY_VALUES, of.weighted.out()));
  TENON_PETSC(MatDiagonalScale(of.weighted.get(), inverse.get(), nullptr));
  TENON_PETSC(MatMatMult(G.get(), of.weighted.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, of.product.out()));
  const la::Vector rest = multipliersLike(system.G);
  if (G.get() != system.G) {
    std::optional<la::EntrywiseProducts> of_all, of_short;
    TENON_PETSC(VecCopy(diagonalOf(system.G, inverse.get(), of_all).get(), rest.get()));
    TENON_PETSC(VecAXPY(rest.get(), -1.0, diagonalOf(G.get(), inverse.get(), of_short).get()));
  }
  addCompliance(system, rest.get());
  of.rest = diagonalMatrix(rest.get());
  la::Matrix S = sumOfAij(of.product.get(), of.rest.get());
  if (G.get() == system.G) storeProducts(S.get(), std::move(of));
  return S;
}

// Computes S = product + C from an updated product and compliance.
void updateSum(const SaddleSystem& system, const CachedProducts& of, Mat S) {
  const la::Vector rest = multipliersLike(system.G);
  addCompliance(system, rest.get());
  TENON_PETSC(MatDiagonalSet(of.rest.get(), rest.get(), INSERT_VALUES));
  updateSumOfAij(of.product.get(), of.rest.get(), S);
}

// Updates S if no entries were omitted. The transpose must not be scaled in place: PETSc does not
// form it again while the state of G is the same, so that its rows would be scaled repeatedly.
bool updateNeighbours(const SaddleSystem& system, Mat S) {
  CachedProducts* const of = storedProducts(S);
  if (of == nullptr) return false;
  Mat transposed = of->transposed.get(), weighted = of->weighted.get(), product = of->product.get();
  TENON_PETSC(MatTranspose(system.G, MAT_REUSE_MATRIX, &transposed));
  TENON_PETSC(MatCopy(transposed, weighted, SAME_NONZERO_PATTERN));
  TENON_PETSC(MatDiagonalScale(weighted, reciprocalDiagonal(system.A).get(), nullptr));
  TENON_PETSC(MatMatMult(system.G, weighted, MAT_REUSE_MATRIX, PETSC_DEFAULT, &product));
  updateSum(system, *of, S);
  return true;
}

// Updates the values of B^-1 within its pattern.
void updateInverse(Mat A, Mat inverse) {
  PetscBool is_alone = PETSC_FALSE;
  PetscInt rows = 0, block = 1;
  const PetscScalar* blocks = nullptr;  // by columns
  PetscScalar* entries = nullptr;       // by rows
  TENON_PETSC(MatGetBlockSize(A, &block));
  TENON_PETSC(MatGetLocalSize(A, &rows, nullptr));
  TENON_PETSC(MatInvertBlockDiagonal(A, &blocks));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(inverse), MATSEQAIJ, &is_alone));
  Mat own = inverse;
  if (is_alone == PETSC_FALSE) TENON_PETSC(MatMPIAIJGetSeqAIJ(inverse, &own, nullptr, nullptr));
  TENON_PETSC(MatSeqAIJGetArrayWrite(own, &entries));
  for (PetscInt row = 0; row < rows; ++row) {
    const PetscScalar* const of_node = blocks + row / block * block * block + row % block;
    for (PetscInt j = 0; j < block; ++j) *entries++ = of_node[j * block];
  }
  TENON_PETSC(MatSeqAIJRestoreArrayWrite(own, &entries));
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(inverse)));
}

// Forms S from the diagonal blocks of nodes, which is exact if A couples no two nodes.
la::Matrix approximateByNodeBlocks(const SaddleSystem& system) {
  CachedProducts of;
  TENON_PETSC(MatCreate(PetscObjectComm(reinterpret_cast<PetscObject>(system.A)), of.inverse.out()));
  TENON_PETSC(MatSetType(of.inverse.get(), MATAIJ));
  TENON_PETSC(MatInvertBlockDiagonalMat(system.A, of.inverse.get()));
  TENON_PETSC(MatTranspose(system.G, MAT_INITIAL_MATRIX, of.transposed.out()));
  TENON_PETSC(MatMatMult(of.inverse.get(), of.transposed.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, of.weighted.out()));
  TENON_PETSC(MatMatMult(system.G, of.weighted.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, of.product.out()));
  const la::Vector rest = multipliersLike(system.G);
  addCompliance(system, rest.get());
  of.rest = diagonalMatrix(rest.get());
  la::Matrix S = sumOfAij(of.product.get(), of.rest.get());
  storeProducts(S.get(), std::move(of));
  return S;
}

bool updateNodeBlocks(const SaddleSystem& system, Mat S) {
  CachedProducts* const of = storedProducts(S);
  Mat transposed = of->transposed.get(), weighted = of->weighted.get(), product = of->product.get();
  updateInverse(system.A, of->inverse.get());
  TENON_PETSC(MatTranspose(system.G, MAT_REUSE_MATRIX, &transposed));
  TENON_PETSC(MatMatMult(of->inverse.get(), transposed, MAT_REUSE_MATRIX, PETSC_DEFAULT, &weighted));
  TENON_PETSC(MatMatMult(system.G, weighted, MAT_REUSE_MATRIX, PETSC_DEFAULT, &product));
  updateSum(system, *of, S);
  return true;
}

la::Matrix approximateByAugmentation(const SaddleSystem& system) {
  return diagonalMatrix(diagonalOfAugmentation(system).get());
}

bool updateAugmentation(const SaddleSystem& system, Mat S) {
  TENON_PETSC(MatDiagonalSet(S, diagonalOfAugmentation(system).get(), INSERT_VALUES));
  return true;
}

}  // namespace

void SchurApproximations::add(const std::string& name, const std::string& help, Builder builder, Updater updater) {
  base::ensure(!base::contains(names(), name), "The Schur approximation '" + name + "' is registered twice.");
  entries_.push_back({name, help, std::move(builder), std::move(updater)});
}

bool SchurApproximations::update(const std::string& name, const SaddleSystem& system, Mat S) const {
  for (const Approximation& entry : entries_)
    if (entry.name == name) return entry.updater && entry.updater(system, S);
  return false;
}

const SchurApproximations::Builder& SchurApproximations::find(const std::string& name) const {
  for (const Approximation& entry : entries_)
    if (entry.name == name) return entry.builder;
  throw base::InputError(
      fmt::format("There is no Schur approximation '{}'{}", name, base::suggestionFor(name, names())));
}

std::vector<std::string> SchurApproximations::names() const {
  std::vector<std::string> list;
  for (const Approximation& entry : entries_) list.push_back(entry.name);
  return list;
}

std::vector<base::TypeInfo> SchurApproximations::types() const {
  std::vector<base::TypeInfo> list;
  for (const Approximation& entry : entries_) list.push_back({entry.name, entry.help, {}});
  return list;
}

SchurApproximations& schurApproximations() {
  static SchurApproximations all = [] {
    SchurApproximations made;
    made.add("augmentation", "Gamma^-1 + C of the augmentation A + G^T Gamma G: more accurate for larger Gamma",
             approximateByAugmentation, updateAugmentation);
    made.add("diagonal", "diag(G diag(A)^-1 G^T) + C: for the Jacobi preconditioner if A is a lumped mass matrix",
             approximateByDiagonals, updateDiagonals);
    made.add("nodal-inverse",
             "G B^-1 G^T + C, where B consists of the nodal diagonal blocks of A: exact if A couples no nodes",
             approximateByNodeBlocks, updateNodeBlocks);
    made.add("selfp",
             "G diag(A)^-1 G^T + C, with only the diagonal for dense rows and for unknowns with very many rows: "
             "corresponds to -pc_fieldsplit_schur_precondition selfp",
             approximateByNeighbours, updateNeighbours);
    return made;
  }();
  return all;
}

}  // namespace tenon::solver
