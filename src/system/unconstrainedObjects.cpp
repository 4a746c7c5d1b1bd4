// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "la/matrices/rigidModes.hpp"
#include "la/vectors.hpp"
#include "system/forms/Inverse.hpp"

namespace tenon::system {
namespace {

/// Returns v with zeros outside one object; a copy of v if `object` is nullptr.
la::Vector restrictedTo(const la::NamedRows* object, Vec v, PetscInt block) {
  la::Vector part;
  TENON_PETSC(VecDuplicate(v, part.out()));
  TENON_PETSC(VecCopy(v, part.get()));
  if (object == nullptr) return part;
  PetscInt size = 0;
  double* values = nullptr;
  TENON_PETSC(VecGetLocalSize(part.get(), &size));
  TENON_PETSC(VecGetArray(part.get(), &values));
  std::fill(values, values + object->first * block, 0.0);
  std::fill(values + (object->first + object->count) * block, values + size, 0.0);
  TENON_PETSC(VecRestoreArray(part.get(), &values));
  return part;
}

/// Returns true if A does not resist all rigid-body modes of one object, or of all objects
/// together.
bool isLoose(const SystemMatrix& system, const la::NamedRows* object) {
  PetscInt block = 1;
  TENON_PETSC(MatGetBlockSize(system.A, &block));
  const la::Vector product = la::makeColumnVector(system.A), diagonal = la::makeColumnVector(system.A);
  TENON_PETSC(MatGetDiagonal(system.A, diagonal.get()));
  const double size = la::norm(diagonal.get(), NORM_INFINITY);
  for (Vec mode : la::vectorsOf(system.rigid_modes)) {
    const la::Vector motion = restrictedTo(object, mode, block);
    TENON_PETSC(MatMult(system.A, motion.get(), product.get()));
    if (la::norm(product.get()) <= 1e-10 * size * la::norm(motion.get())) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> unconstrainedObjects(const SystemMatrix& system) {
  if (system.rigid_modes == nullptr) return {};
  std::vector<std::string> loose, all;
  for (const auto& object : system.objects) {
    all.push_back(object.name);
    if (isLoose(system, &object)) loose.push_back(object.name);
  }
  return loose.empty() && isLoose(system, nullptr) ? all : loose;
}

}  // namespace tenon::system
