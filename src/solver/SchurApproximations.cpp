#include "tenon/solver/SchurApproximations.hpp"

#include <fmt/format.h>

#include "longRows.hpp"
#include "squareEntries.hpp"
#include "sumOfAij.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {
namespace {

la::Matrix diagonalMatrix(Vec entries) {
  la::Matrix matrix;
  PetscInt rows = 0, first = 0;
  TENON_PETSC(VecGetLocalSize(entries, &rows));
  TENON_PETSC(VecGetOwnershipRange(entries, &first, nullptr));
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(entries)), rows, rows, PETSC_DETERMINE,
                           PETSC_DETERMINE, 1, nullptr, 0, nullptr, matrix.put()));
  const la::ReadArray values(entries);
  for (PetscInt i = 0; i < rows; ++i)
    TENON_PETSC(MatSetValue(matrix.get(), first + i, first + i, values[i], INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

la::Vector multipliersLike(Mat G) {
  la::Vector vector;
  TENON_PETSC(MatCreateVecs(G, nullptr, vector.put()));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

// A + G^T Gamma G with a large Gamma has S = (S0^-1 + Gamma)^-1 ~ Gamma^-1, S0 that of A alone.
la::Matrix ofAugmentation(const SaddleSystem& system) {
  if (system.augmentation == nullptr)
    throw base::InputError(
        "The Schur approximation 'augmentation' is that of an augmented A: `augmentation` in the solver block has to "
        "be positive, best above 100.");
  const la::Vector s = multipliersLike(system.G);
  {
    const la::ReadArray gamma(system.augmentation);
    la::WriteArray entries(s.get());
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = gamma[i] > 0.0 ? 1.0 / gamma[i] : 1.0;
  }
  if (system.compliance != nullptr) TENON_PETSC(VecAXPY(s.get(), 1.0, system.compliance));
  return diagonalMatrix(s.get());
}

la::Vector reciprocalDiagonal(Mat A) {
  la::Vector inverse;
  TENON_PETSC(MatCreateVecs(A, inverse.put(), nullptr));
  TENON_PETSC(MatGetDiagonal(A, inverse.get()));
  TENON_PETSC(VecReciprocal(inverse.get()));
  return inverse;
}

// diag(G W G^T)
la::Vector diagonalOf(Mat G, Vec weights) {
  la::Vector s = multipliersLike(G);
  la::Matrix squares;
  TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, squares.put()));
  squareEntries(squares.get());
  TENON_PETSC(MatMult(squares.get(), weights, s.get()));
  return s;
}

la::Matrix ofDiagonals(const SaddleSystem& system) {
  const la::Vector s = diagonalOf(system.G, reciprocalDiagonal(system.A).get());
  if (system.compliance != nullptr) TENON_PETSC(VecAXPY(s.get(), 1.0, system.compliance));
  return diagonalMatrix(s.get());
}

// What long rows, and unknowns of very many rows, would fill is left out but on the diagonal: with a diagonal of the
// augmented A, such an unknown's share of S is at most the diagonal again.
la::Matrix ofNeighbours(const SaddleSystem& system) {
  const la::Vector inverse = reciprocalDiagonal(system.A), rest = diagonalOf(system.G, inverse.get());
  const la::Matrix G = withoutLong(system.G, system.A);
  la::Matrix weighted, product;
  TENON_PETSC(MatTranspose(G.get(), MAT_INITIAL_MATRIX, weighted.put()));
  TENON_PETSC(MatDiagonalScale(weighted.get(), inverse.get(), nullptr));
  TENON_PETSC(MatMatMult(G.get(), weighted.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.put()));
  TENON_PETSC(VecAXPY(rest.get(), -1.0, diagonalOf(G.get(), inverse.get()).get()));
  if (system.compliance != nullptr) TENON_PETSC(VecAXPY(rest.get(), 1.0, system.compliance));
  return sumOfAij(product.get(), diagonalMatrix(rest.get()).get());
}

}  // namespace

void SchurApproximations::add(const std::string& name, const std::string& help, Make make) {
  base::ensure(!base::contains(names(), name), "the Schur approximation '" + name + "' is registered twice");
  entries_.push_back({name, help, std::move(make)});
}

const SchurApproximations::Make& SchurApproximations::find(const std::string& name) const {
  for (const Entry& entry : entries_)
    if (entry.name == name) return entry.make;
  throw base::InputError(fmt::format("there is no Schur approximation '{}'{}", name, base::didYouMean(name, names())));
}

std::vector<std::string> SchurApproximations::names() const {
  std::vector<std::string> list;
  for (const Entry& entry : entries_) list.push_back(entry.name);
  return list;
}

std::vector<base::TypeInfo> SchurApproximations::types() const {
  std::vector<base::TypeInfo> list;
  for (const Entry& entry : entries_) list.push_back({entry.name, entry.help, {}});
  return list;
}

SchurApproximations& schurApproximations() {
  static SchurApproximations all = [] {
    SchurApproximations made;
    made.add("augmentation", "Gamma^-1 + C of the augmentation A + G^T Gamma G: the better the larger Gamma",
             ofAugmentation);
    made.add("diagonal", "diag(G diag(A)^-1 G^T) + C: for the Jacobi preconditioner where A is a lumped mass",
             ofDiagonals);
    made.add("selfp",
             "G diag(A)^-1 G^T + C, of long rows and of unknowns with very many rows the diagonal only: what "
             "-pc_fieldsplit_schur_precondition selfp stands for",
             ofNeighbours);
    return made;
  }();
  return all;
}

}  // namespace tenon::solver
