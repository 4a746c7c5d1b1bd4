// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TangentProducts.hpp"

#include "system/forms/Terms.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

constexpr std::array<system::Factors, 3> unit_factors{{{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}}};  // [Term]

}  // namespace

system::SystemOptions TangentProducts::options() const {
  system::SystemOptions options = equations_.linearSystem().options();
  options.contents.projective_conditions = false;
  options.rules = {};
  return options;
}

void TangentProducts::assemble(Matrix& matrix, const system::Factors& factors) const {
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  const bool is_constant = equations_.tangent().isLinear();
  if (is_constant && matrix.system && matrix.revision == equations_.tangent().revision()) return;
  if (!matrix.system && !is_constant) matrix.system = std::make_unique<system::MatrixFreeSystem>(mechanics, options());
  if (!matrix.system)
    matrix.system = std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::slots, options());
  matrix.system->assemble(factors);
  if (!matrix.system->isStored() && !matrix.system->isSymmetric()) {
    matrix.system = std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::slots, options());
    matrix.system->assemble(factors);
  }
  matrix.revision = equations_.tangent().revision();
}

la::Vector TangentProducts::product(Term term, Vec w) {
  const system::Factors& factors = unit_factors[static_cast<std::size_t>(term)];
  Matrix& matrix = matrices_[static_cast<std::size_t>(term)];
  la::Vector result = la::makeZeroLike(w);
  const auto terms = system::Terms::collect(equations_.mechanics(), factors, options().contents);
  if (terms.stiffness.empty() && terms.damping.empty() && terms.mass.empty()) return result;
  assemble(matrix, factors);
  if (matrix.system->isSymmetric())
    TENON_PETSC(MatMult(matrix.system->get(), w, result.get()));
  else
    TENON_PETSC(MatMultTranspose(matrix.system->get(), w, result.get()));
  return result;
}

}  // namespace tenon::analysis
