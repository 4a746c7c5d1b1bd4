// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "differentiability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "constraint/ForwardedConstraint.hpp"
#include "constraint/contact/MortarContact.hpp"
#include "la/arrays.hpp"
#include "system/evaluation.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

/// Throws an error about a part of the model without a derivative.
[[noreturn]] void refuse(const std::string& fact, const std::string& remedy) {
  throw base::InputError(fmt::format("Gradients are not available, because {}: {}.", fact, remedy));
}

void requireForces(const system::MechanicalSystem& mechanics) {
  for (force::ForceField* force : mechanics.forceFields())
    if (force->internalVariables() != nullptr)
      refuse(fmt::format("'{}' has internal variables", force->name()),
             "use an elastic or hyperelastic material, or tenon study with finite differences");
}

void requireStates(const system::MechanicalSystem& mechanics) {
  for (const la::State* state : mechanics.states())
    if (!state->isAdditive())
      refuse(fmt::format("the nodes of '{}' rotate in space", state->name()),
             "use particles, meshes of points, or rigid bodies in the plane");
  if (!mechanics.contacts().empty())
    refuse("the case has contact rules for rigid bodies", "remove their entries of `contacts`");
}

void requireTangent(const Equations& equations) {
  const system::MatrixContents& contents = equations.linearSystem().options().contents;
  if (!contents.isExactTangent())
    refuse(fmt::format("the block `system` omits parts of the tangent (it includes {})", contents.text()),
           "keep the defaults of `stiffness`, `geometric_stiffness`, `mapped_contributors` and `first_order`");
  const system::MappingGraph* const graph = equations.mechanics().mappings();
  if (graph == nullptr) return;
  for (const system::MappedObject& follower : graph->mappedObjects())
    if (!follower.mapping->isLinear() && follower.mapping->geometric_stiffness != "exact")
      refuse(fmt::format("'{}' has `geometric_stiffness: {}`", follower.mapping->name(),
                         follower.mapping->geometric_stiffness),
             "use `geometric_stiffness: exact`");
}

/// Returns true if the rows of a contact depend on displacements through overlaps that its Jacobian
/// treats as constants.
bool tracksOverlaps(const constraint::Constraint& constraint) {
  if (const auto* wrapper = dynamic_cast<const constraint::ForwardedConstraint*>(&constraint))
    return tracksOverlaps(wrapper->constraint());
  const auto* mortar = dynamic_cast<const constraint::MortarContact*>(&constraint);
  return mortar != nullptr && mortar->tracksOverlaps();
}

void requireConstraints(const system::MechanicalSystem& mechanics) {
  const auto states = mechanics.states();
  const bool has_frames = std::any_of(states.begin(), states.end(),
                                      [](const auto* state) { return state->kind() == la::NodeKind::frames; });
  for (const auto& constraint : mechanics.constraints()) {
    if (!constraint->active) continue;
    if (constraint->friction().isEnabled())
      refuse(fmt::format("'{}' has friction, and slip has no derivative", constraint->name()),
             "set the coefficient of friction and the cohesion to 0");
    if (tracksOverlaps(*constraint))
      refuse(fmt::format("the Jacobian of '{}' lacks the derivatives of the overlaps", constraint->name()),
             "use `method: nodes`, or `overlaps: reference` for small displacements");
    if (constraint->isUnilateral() && has_frames)
      refuse(fmt::format("'{}' has a bound, and the case has rigid bodies", constraint->name()),
             "use meshes instead of rigid bodies, or remove the bound");
  }
}

/// Returns f + G^T lambda in all directions.
la::Vector residualOf(const Equations& equations) {
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  la::Vector residual = layout.makeVector();
  const system::StateArrays forces = system::forcesOf(equations.mechanics());
  layout.gather({forces.begin(), forces.end()}, residual.get());
  if (equations.constraints() != nullptr)
    TENON_PETSC(MatMultTransposeAdd(equations.constraints()->full(), equations.rows().multipliers(), residual.get(),
                                    residual.get()));
  return residual;
}

/// Returns the forces of one contributor.
la::Vector forcesOf(const Equations& equations, const force::ForceField& force) {
  la::Vector vector = equations.linearSystem().layout().makeVector();
  const system::StateArrays forces = system::forceOf(equations.mechanics(), force);
  equations.linearSystem().layout().gather({forces.begin(), forces.end()}, vector.get());
  return vector;
}

/// Difference of tangents along a direction.
class TangentCheck {
 public:
  TangentCheck(Equations& equations, Vec direction)
      : equations_(equations),
        direction_(direction),
        q_(equations.unknowns().displacement()),
        multipliers_(equations.rows().copyMultipliers()) {
    constexpr double share = 1e-6;  // relative to the size of the model
    step_ = share * equations.unknowns().size() / equations.norms().largestDisplacement(direction);
  }

  /// Returns the relative difference between K x and a difference of `evaluate`.
  template <class Evaluate>
  double error(const system::SystemOptions& options, const Evaluate& evaluate) {
    system::MatrixFreeSystem tangent(equations_.mechanics(), options);
    tangent.assemble({0.0, 0.0, 1.0});
    const la::Vector product = la::makeZeroLike(direction_);
    tangent.multiply(direction_, product.get());
    moveBy(step_);
    const la::Vector difference = evaluate();
    moveBy(-step_);
    TENON_PETSC(VecAXPY(difference.get(), -1.0, evaluate().get()));
    moveBy(0.0);
    TENON_PETSC(VecScale(difference.get(), 0.5 / step_));
    constexpr double round_off = 1e-6;  // times the largest error
    const double size = std::max(
        {la::norm(product.get()), la::norm(difference.get()), round_off * la::norm(timesAlternating(tangent).get())});
    TENON_PETSC(VecAXPY(difference.get(), -1.0, product.get()));
    return size > 0.0 ? la::norm(difference.get()) / size : 0.0;
  }

 private:
  // Returns the product with the direction whose signs alternate from node to node. Its norm is a
  // scale of |K| |x|, also if K x is round-off because the direction is a rigid-body motion.
  la::Vector timesAlternating(const system::MatrixFreeSystem& tangent) const {
    const la::Vector alternating = la::copyOf(direction_);
    la::Vector product = la::makeZeroLike(direction_);
    const PetscInt block = equations_.linearSystem().layout().block();
    PetscInt first = 0;
    TENON_PETSC(VecGetOwnershipRange(direction_, &first, nullptr));
    {
      la::WriteArray entries(alternating.get());
      for (PetscInt i = 0; i < entries.size(); ++i)
        if ((first + i) / block % 2 != 0) entries[i] = -entries[i];
    }
    tangent.multiply(alternating.get(), product.get());
    return product;
  }
  void moveBy(double step) {
    const la::Vector moved = la::copyOf(q_.get());
    TENON_PETSC(VecAXPY(moved.get(), step, direction_));
    if (equations_.unknowns().areDisplacements()) {
      equations_.setUnknowns(moved.get(), multipliers_.get());
    } else {
      equations_.unknowns().setDisplacement(moved.get());
      equations_.rows().update(multipliers_.get());
    }
  }

  Equations& equations_;
  Vec direction_;
  la::Vector q_, multipliers_;
  double step_;
};

}  // namespace

void requireExactTangent(Equations& equations, Vec direction) {
  constexpr double largest_error = 1e-4;
  if (la::norm(direction, NORM_INFINITY) == 0.0) return;
  TangentCheck check(equations, direction);
  system::SystemOptions options = equations.linearSystem().options();
  options.contents.projective_conditions = false;
  options.rules = {};
  if (check.error(options, [&] { return residualOf(equations); }) <= largest_error) return;
  std::string name = "a constraint or a mapping";
  for (const force::ForceField* force : equations.mechanics().forceFields()) {
    if (equations.mechanics().isMappedContributor(force) || equations.mechanics().isGeometric(force)) continue;
    options.contents.contributor = force->name();
    if (check.error(options, [&] { return forcesOf(equations, *force); }) > largest_error)
      name = "'" + force->name() + "'";
  }
  base::runCollectively(equations.comm(), [&] {
    refuse(fmt::format("the tangent of {} is not the derivative of its forces", name),
           "select the exact tangent, such as `tangent: exact` of `corotational`, or correct the derivatives of the "
           "type");
  });
}

void requireDifferentiable(const Equations& equations) {
  base::runCollectively(equations.comm(), [&] {
    requireForces(equations.mechanics());
    requireStates(equations.mechanics());
    requireTangent(equations);
    requireConstraints(equations.mechanics());
  });
}

NearChanges countNearChanges(const Equations& equations) {
  constexpr double near = 1e-6;
  NearChanges changes;
  const ActiveSet* const active_set = equations.rows().activeSet();
  if (active_set == nullptr) return changes;
  const std::vector<double> gaps = system::constraintResidualOf(equations.mechanics());
  const std::vector<double> multipliers = la::entriesOf(equations.rows().multipliersOfBounds().get());
  const std::vector<double> slopes = equations.constraints()->lengths(equations.norms().weights());
  double largest = 0.0;
  for (const double multiplier : multipliers) largest = std::max(largest, std::abs(multiplier));
  largest = equations.comm().max(largest);
  const double size = equations.unknowns().size();
  std::size_t row = 0;
  for (const auto& constraint : equations.mechanics().constraints())
    for (base::LocalIndex i = 0; i < constraint->numRows(); ++i, ++row) {
      if (!constraint->active || !constraint->isUnilateral()) continue;
      ++changes.rows;
      const bool is_near = active_set->isActive(row) ? std::abs(multipliers[row]) <= near * largest
                                                     : std::abs(gaps[row]) <= near * size * slopes[row];
      if (is_near) ++changes.near;
    }
  changes.rows = equations.comm().sum(static_cast<long>(changes.rows));
  changes.near = equations.comm().sum(static_cast<long>(changes.near));
  return changes;
}

}  // namespace tenon::analysis
