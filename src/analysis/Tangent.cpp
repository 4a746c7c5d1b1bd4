// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Tangent.hpp"

#include <algorithm>

#include "analysis/checks/requireInDomain.hpp"
#include "analysis/checks/requireNoZeros.hpp"
#include "analysis/steppers/representable.hpp"
#include "la/matrices/rigidModes.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

la::Vector diagonalOf(const system::LinearSystem& system) {
  la::Vector diagonal = system.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system.get(), diagonal.get()));
  return diagonal;
}

bool areStatic(const system::Factors& factors) {
  return factors.mass == 0.0 && factors.damping == 0.0;
}

}  // namespace

MatNullSpace Tangent::rigidModes() {
  if (!rigid_modes_) rigid_modes_ = la::rigidModes(system_.layout());
  return rigid_modes_.get();
}

bool Tangent::isLinear() const {
  const auto forces = mechanics_.forceFields();
  const auto& constraints = mechanics_.constraints();
  if (!system_.options().contents.isExactTangent() || rows_.activeSet() != nullptr) return false;
  return std::all_of(forces.begin(), forces.end(), [](const auto* force) { return force->isLinear(); }) &&
         std::all_of(constraints.begin(), constraints.end(), [](const auto& constraint) {
           return !constraint->active || (constraint->isLinear() && constraint->relaxation == 1.0);
         });
}

bool Tangent::isAssembled() const {
  const system::Factors now = unknowns_.kinematics().factors(), then = system_.factors();
  return is_assembled_ && isLinear() && now.mass == then.mass && now.damping == then.damping &&
         now.stiffness == then.stiffness;
}

// With inertia, the reference values of the diagonal are computed once only.
void Tangent::assemble(base::Phases& phases, const system::Factors& factors) {
  const auto phase = phases.begin("assemble");
  system_.assemble(factors);
  if (areStatic(factors) || !is_assembled_ || largest_stiffness_ < 0.0) {
    const la::Vector diagonal = diagonalOf(system_);
    requireDiagonal(diagonal.get(), factors);
    findLargestStiffness(diagonal.get(), factors);
  }
  if (ActiveSet* const active_set = rows_.activeSet()) {
    const double largest = norms_.largestStiffness(diagonalOf(system_).get());
    if (factors.stiffness < 0.0 && !areStatic(factors)) bound_stiffness_ = largest / -factors.stiffness;
    active_set->soften(rows_.jacobian()->lengths(norms_.weights()), largest);
  }
  is_assembled_ = true;
}

Mat Tangent::assembleFor(const system::Factors& factors) {
  system_.assemble(factors);
  is_assembled_ = false;
  return system_.get();
}

void Tangent::invalidate() {
  ++revision_;
  is_assembled_ = false;
  largest_stiffness_ = -1.0;
}

// Checks that the diagonal of each unconstrained node is finite and, if the node has stiffness or
// mass, positive.
void Tangent::requireDiagonal(Vec diagonal, const system::Factors& factors) const {
  if (!is_assembled_ && largestEntry(diagonal) > largest_representable) {  // later on, Newton's method diverges
    if (!isLinear()) requireInDomain(mechanics_, norms_, unknowns_.displacement().get());
    refuseStiffness(mechanics_);
  }
  const auto content = areStatic(factors)         ? DiagonalContent::stiffness
                       : factors.stiffness == 0.0 ? DiagonalContent::mass
                                                  : DiagonalContent::stiffness_and_mass;
  requireNoZeros(mechanics_, system_.layout(), diagonal, content);
}

// With inertia, K is evaluated once, because an estimate of its magnitude is sufficient.
void Tangent::findLargestStiffness(Vec diagonal, const system::Factors& factors) {
  if (areStatic(factors)) {
    largest_stiffness_ = norms_.largestStiffness(diagonal);
  } else if (largest_stiffness_ < 0.0) {
    system::MatrixFreeSystem stiffness(mechanics_);
    stiffness.assemble(system::statics);
    largest_stiffness_ = norms_.largestStiffness(diagonalOf(stiffness).get());
  }
}

double Tangent::roundOffForceNorm() const {
  return std::max(largest_stiffness_, 0.0) * norms_.displacementNorm(unknowns_.displacement().get());
}

}  // namespace tenon::analysis
