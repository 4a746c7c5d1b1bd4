// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "WholeSystem.hpp"

#include <algorithm>

#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

SystemOptions wholeOf(const MatrixContents& contents) {
  SystemOptions options;
  options.contents = contents;
  options.contents.contributor.clear();
  return options;
}

/// Returns the matrix with sparse storage; converts dense storage.
la::Matrix sparse(la::Matrix matrix) {
  PetscBool is_dense = PETSC_FALSE;
  TENON_PETSC(
      PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(matrix.get()), &is_dense, MATSEQDENSE, MATMPIDENSE, ""));
  if (is_dense == PETSC_FALSE) return matrix;
  la::Matrix converted;
  TENON_PETSC(MatConvert(matrix.get(), MATAIJ, MAT_INITIAL_MATRIX, converted.out()));
  return converted;
}

la::Vector withEntries(Vec all, IS entries) {
  Vec part = nullptr;
  la::Vector copy;
  TENON_PETSC(VecGetSubVector(all, entries, &part));
  TENON_PETSC(VecDuplicate(part, copy.out()));
  TENON_PETSC(VecCopy(part, copy.get()));
  TENON_PETSC(VecRestoreSubVector(all, entries, &part));
  return copy;
}

}  // namespace

const std::vector<WholeSystem::Item>& WholeSystem::items() {
  static const std::vector<Item> all = {
      {"H", "block A of Z = [H Cq^T; Cq E]"},
      {"Cq", "scaled block G of Z, without the columns of constrained degrees of freedom"},
      {"E", "scaled block -C of Z"},
      {"bi", "residual of the constraints, scaled and relaxed"},
      {"d", "right-hand side of Z x = d: the forces, and -bi"},
      {"Z", "the whole matrix Z as assembled"},
      {"Zproducts", "the matrix Z, rebuilt from matrix-free products"},
      {"N", "Schur complement Cq H^-1 Cq^T - E"},
      {"W", "compliance of the bodies, Cq H^-1 Cq^T"}};
  return all;
}

bool WholeSystem::has(const std::string& name) {
  return std::any_of(items().begin(), items().end(), [&](const Item& item) { return item.name == name; });
}

WholeSystem::WholeSystem(MechanicalSystem& mechanics, const MatrixContents& contents, const Factors& factors,
                         RowKind rows)
    : mechanics_(mechanics),
      options_(wholeOf(contents)),
      factors_(factors),
      rows_(rows),
      A_(mechanics, la::Insertion::slots, options_),
      descriptor_(mechanics, A_) {
  descriptor_.assemble(factors_);
}

la::Matrix WholeSystem::fromProducts() const {
  MatrixFreeSystem A(mechanics_, options_);
  Descriptor descriptor(mechanics_, A);
  descriptor.assemble(factors_);
  return rebuiltFromProducts(descriptor.whole().get());
}

la::Matrix WholeSystem::wholeMatrix(const std::string& name) const {
  if (name == "H") return la::Matrix::share(descriptor_.A());
  if (name == "Cq") return la::Matrix::share(descriptor_.G());
  if (name == "E") return la::Matrix::share(descriptor_.E());
  if (name == "Z") return descriptor_.assembled();
  if (name == "Zproducts") return fromProducts();
  return sparse(
      descriptor_.schurComplement().form(name == "N" ? SchurComplement::Part::whole : SchurComplement::Part::bodies));
}

la::Matrix WholeSystem::matrix(const std::string& name) const {
  la::Matrix all = wholeMatrix(name), part;
  if (name == "H" || rows_ == RowKind::all) return all;
  const la::IndexSet rows =
      hasBothBlocks(name) ? descriptor_.activeEntries(rows_) : descriptor_.activeMultipliers(rows_);
  la::IndexSet unknowns;
  PetscInt first = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRangeColumn(all.get(), &first, &end));
  TENON_PETSC(ISCreateStride(mechanics_.comm().mpi(), end - first, first, 1, unknowns.out()));
  TENON_PETSC(MatCreateSubMatrix(all.get(), rows.get(), name == "Cq" ? unknowns.get() : rows.get(), MAT_INITIAL_MATRIX,
                                 part.out()));
  return part;
}

la::WriteSummary WholeSystem::write(const std::string& name, const std::string& path, la::FileFormat format) const {
  if (!isVector(name)) return la::writeMatrix(matrix(name), path, format, name);
  const la::Vector all = name == "d" ? descriptor_.d() : descriptor_.b();
  if (rows_ == RowKind::all) return la::writeVector(all, path, format, name);
  const la::IndexSet entries =
      hasBothBlocks(name) ? descriptor_.activeEntries(rows_) : descriptor_.activeMultipliers(rows_);
  return la::writeVector(withEntries(all.get(), entries.get()), path, format, name);
}

}  // namespace tenon::system
