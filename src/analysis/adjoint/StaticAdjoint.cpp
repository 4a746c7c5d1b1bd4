// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StaticAdjoint.hpp"

#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

bool isZero(Vec vector) {
  return vector == nullptr || la::norm(vector, NORM_INFINITY) == 0.0;
}

}  // namespace

// Returns K^T w in all directions, including constrained ones.
la::Vector StaticAdjoint::stiffnessTimes(Vec w) {
  system::SystemOptions options = equations_.linearSystem().options();
  options.contents.projective_conditions = false;
  options.rules = {};
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  const bool is_symmetric = equations_.linearSystem().isSymmetric();
  if (!tangent_ && is_symmetric) tangent_ = std::make_unique<system::MatrixFreeSystem>(mechanics, options);
  if (!tangent_) tangent_ = std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::slots, options);
  tangent_->assemble(system::statics);
  la::Vector product = la::makeZeroLike(w);
  if (is_symmetric)
    TENON_PETSC(MatMult(tangent_->get(), w, product.get()));
  else
    TENON_PETSC(MatMultTranspose(tangent_->get(), w, product.get()));
  TENON_PETSC(VecScale(product.get(), -1.0));
  return product;
}

// Sets the entries of inactive rows to zero: their multipliers are zero in a neighbourhood.
void StaticAdjoint::clearOpenRows(Vec rows) const {
  const ActiveSet* const active_set = equations_.rows().activeSet();
  if (rows == nullptr || active_set == nullptr) return;
  la::WriteArray entries(rows);
  for (PetscInt row = 0; row < entries.size(); ++row)
    if (!active_set->isActive(static_cast<std::size_t>(row))) entries[row] = 0.0;
}

AdjointSolution StaticAdjoint::solve(const Cotangents& cotangents, bool with_reactions, base::Phases& phases) {
  const la::Projection& projection = equations_.mechanics().projection();
  const Mat G = equations_.constraints() != nullptr ? equations_.constraints()->full() : nullptr;
  solver_.linearise(phases);
  AdjointSolution adjoint;
  adjoint.displacement = la::makeZeroLike(cotangents.q.get());
  adjoint.nu = equations_.rows().makeVector();
  adjoint.loads = la::copyOf(cotangents.loads.get());
  adjoint.explicit_terms = cotangents.explicit_terms;
  la::Vector f = la::copyOf(cotangents.q.get()), g;
  if (G != nullptr) g = la::copyOf(cotangents.multipliers.get());
  const bool has_residual = !isZero(cotangents.residual.get());
  if (has_residual) {
    TENON_PETSC(VecAXPY(f.get(), 1.0, stiffnessTimes(cotangents.residual.get()).get()));
    if (G != nullptr) TENON_PETSC(MatMultAdd(G, cotangents.residual.get(), g.get(), g.get()));
  }
  const la::Vector all = la::copyOf(f.get());
  projection.project(f.get());
  if (G != nullptr) TENON_PETSC(VecScale(g.get(), -1.0));
  clearOpenRows(g.get());
  if (!isZero(f.get()) || !isZero(g.get())) {
    adjoint.statistics =
        solver_.solveTransposedFor(f.get(), g.get(), adjoint.displacement.get(), adjoint.nu.get(), phases);
    if (G != nullptr) TENON_PETSC(VecScale(adjoint.nu.get(), -1.0));
    clearOpenRows(adjoint.nu.get());
  }
  if (with_reactions) {
    adjoint.reactions = stiffnessTimes(adjoint.displacement.get());
    TENON_PETSC(VecAXPY(adjoint.reactions.get(), 1.0, all.get()));
    if (G != nullptr) {
      const la::Vector force = la::makeZeroLike(all.get());
      TENON_PETSC(MatMultTranspose(G, adjoint.nu.get(), force.get()));
      TENON_PETSC(VecAXPY(adjoint.reactions.get(), -1.0, force.get()));
    }
    adjoint.reactions = projection.complementOf(adjoint.reactions.get());
  }
  adjoint.y = la::copyOf(adjoint.displacement.get());
  if (has_residual) TENON_PETSC(VecAXPY(adjoint.y.get(), 1.0, cotangents.residual.get()));
  return adjoint;
}

}  // namespace tenon::analysis
