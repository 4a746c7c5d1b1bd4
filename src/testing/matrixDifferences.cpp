// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "testing/matrixDifferences.hpp"

#include <algorithm>
#include <initializer_list>

#include "tenon/base/check.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {
namespace {

/// Returns the sum of the parts, which include the entries that conditions remove from A.
la::Matrix sumOf(const system::CompositeSystem& parts, const system::Factors& factors) {
  la::Matrix sum;
  TENON_PETSC(MatDuplicate(parts.part("K"), MAT_COPY_VALUES, sum.out()));
  TENON_PETSC(MatScale(sum.get(), factors.stiffness));
  TENON_PETSC(MatAXPY(sum.get(), factors.damping, parts.part("B"), DIFFERENT_NONZERO_PATTERN));
  TENON_PETSC(MatAXPY(sum.get(), factors.mass, parts.part("M"), DIFFERENT_NONZERO_PATTERN));
  return sum;
}

void setRandom(Vec x, int seed) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(x, &first, &last));
  for (PetscInt row = first; row < last; ++row)
    TENON_PETSC(VecSetValue(x, row, Objects::randomValue(seed, row), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(x));
  TENON_PETSC(VecAssemblyEnd(x));
}

}  // namespace

std::vector<MatrixDifference> matrixDifferences(const system::MechanicalSystem& mechanics) {
  const system::Factors factors{0.7, -0.4, -1.3};
  system::AssembledSystem fixed(mechanics), general(mechanics, la::Insertion::blocked);
  system::MatrixFreeSystem shell(mechanics);
  system::CompositeSystem parts(mechanics, {{"K", {0, 0, 1}}, {"B", {0, 1, 0}}, {"M", {1, 0, 0}}});
  system::SystemOptions whole;
  whole.contents.projective_conditions = false;
  system::AssembledSystem raw(mechanics, la::Insertion::slots, whole);
  for (auto* system : std::initializer_list<system::LinearSystem*>{&fixed, &general, &shell, &parts, &raw})
    for (const system::Factors& f : {system::Factors{2, 3, 4}, factors}) system->assemble(f);
  double size = 0.0;
  TENON_PETSC(MatNorm(fixed.get(), NORM_INFINITY, &size));
  std::vector<MatrixDifference> found{{"assembled", 0.0, size},
                                      {"matrix-free", 0.0, size},
                                      {"composite", 0.0, size},
                                      {"the sum of the parts of a composite", 0.0, size}};
  const la::CombinedLayout& layout = fixed.layout();
  const la::Vector x = layout.makeVector(), y = layout.makeVector(), z = layout.makeVector();
  const auto compare = [&](Mat matrix, const la::Vector& expected, MatrixDifference& with) {
    double difference = 0.0;
    TENON_PETSC(MatMult(matrix, x.get(), z.get()));
    TENON_PETSC(VecAXPY(z.get(), -1.0, expected.get()));
    TENON_PETSC(VecNorm(z.get(), NORM_INFINITY, &difference));
    with.difference = std::max(with.difference, difference);
  };
  const la::Matrix sum = sumOf(parts, factors);
  for (const int seed : {31, 32, 33}) {
    setRandom(x.get(), seed);
    TENON_PETSC(MatMult(fixed.get(), x.get(), y.get()));
    compare(general.get(), y, found[0]);
    compare(shell.get(), y, found[1]);
    compare(parts.get(), y, found[2]);
    TENON_PETSC(MatMult(raw.get(), x.get(), y.get()));
    compare(sum.get(), y, found[3]);
  }
  return found;
}

}  // namespace tenon::testing
