// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "requireSymmetry.hpp"

#include <fmt/format.h>

#include <cmath>

#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::analysis {

void requireSymmetry(const system::MechanicalSystem& mechanics) {
  constexpr double round_off = 1e-10;
  std::vector<std::string> names;
  for (const force::ForceField* force : mechanics.forceFields())
    if (!force->isSymmetric()) names.push_back(force->name());
  if (names.empty()) return;
  system::AssembledSystem stiffness(mechanics);
  stiffness.assemble(system::statics);
  const la::Vector x = stiffness.layout().makeVector(), Kx = la::makeZeroLike(x.get()), KTx = la::makeZeroLike(x.get());
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(x.get(), &first, nullptr));
  {
    la::WriteArray values(x.get());
    for (PetscInt i = 0; i < values.size(); ++i) values[i] = std::sin(1.0 + 1.7 * static_cast<double>(first + i));
  }
  TENON_PETSC(MatMult(stiffness.get(), x.get(), Kx.get()));
  TENON_PETSC(MatMultTranspose(stiffness.get(), x.get(), KTx.get()));
  TENON_PETSC(VecAXPY(KTx.get(), -1.0, Kx.get()));
  const bool is_symmetric = la::norm(KTx.get()) <= round_off * la::norm(Kx.get());
  base::runCollectively(mechanics.comm(), [&] {
    if (!is_symmetric)
      throw base::InputError(
          fmt::format("The stiffness of {} is not symmetric: modal and buckling analyses need a symmetric stiffness.",
                      fmt::join(names, ", ")));
  });
}

namespace {

/// Returns true also if a linear solve fails, which the eigensolver reports later. A failed solve
/// discards the solver, which is created again before and afterwards.
bool isSymmetricAmongModes(ModalOperators& operators, const ModalOperators::Product& product) {
  try {
    operators.setShift(operators.shift());
    return operators.isSymmetricAmong({}, product);
  } catch (const base::NotConvergedError& error) {
    if (!error.isOnAllRanks()) throw;
    operators.setShift(operators.shift());
    return true;
  }
}

void refuseUnlessSymmetric(const ModalOperators& operators, bool is_symmetric) {
  base::runCollectively(operators.equations().comm(), [&] {
    if (!is_symmetric)
      throw base::InputError(
          "The loads are not conservative: their load stiffness is not symmetric. Possible causes are a moment of "
          "fixed direction on a node that can rotate about other axes, and a follower load with a free edge. Prevent "
          "these rotations, replace the moment by a pair of forces, or use `analysis: {type: arc-length}`.");
  });
}

}  // namespace

void requireConservative(ModalOperators& operators, const ModalOperators::Product& product) {
  refuseUnlessSymmetric(operators, operators.isSymmetric(product) && isSymmetricAmongModes(operators, product));
}

void requireConservativeAmongModes(ModalOperators& operators, const ModalOperators::Product& product) {
  refuseUnlessSymmetric(operators, isSymmetricAmongModes(operators, product));
}

void requireConservativeAmong(ModalOperators& operators, const std::vector<ModeShape>& shapes,
                              const ModalOperators::Product& product) {
  std::vector<Vec> vectors;
  for (const ModeShape& shape : shapes) vectors.push_back(shape.phi.get());
  refuseUnlessSymmetric(operators, operators.isSymmetricAmong(vectors, product));
}

}  // namespace tenon::analysis
