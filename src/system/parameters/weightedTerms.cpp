// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "weightedTerms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "system/DeferredErrors.hpp"
#include "system/mapped/MappedConstraint.hpp"
#include "system/operators/constrainedSlaves.hpp"

namespace tenon::system {
namespace {

using constraint::Constraint;

/// Returns the graph of mapped states with shared ownership, which the model keeps.
std::shared_ptr<MappingGraph> sharedGraph(const MechanicalSystem& mechanics) {
  return {mechanics.mappings(), [](MappingGraph*) {}};
}

/// Evaluation of weighted equations.
class WeightedEquations {
 public:
  WeightedEquations(const MechanicalSystem& mechanics, const EquationWeights& weights)
      : mechanics_(mechanics), weights_(weights) {
    const MappingGraph* const graph = mechanics.mappings();
    if (graph != nullptr)
      states_.assign(graph->states().begin(), graph->states().end());
    else
      states_ = mechanics.states();
  }

  void addForces(const VariedContributors& varied) {
    StateArrays all = zeros(), loads = all;
    DeferredErrors errors;
    for (const auto& force : varied.forces) {
      force->setTime(weights_.time);
      if (rayleighOf(*force) != 0.0) force->prepareDerivatives();
      errors.run([&] {
        la::ForceVector to_all = accumulator(all);
        force->addForce(to_all);
        addRayleighForce(*force, all);
        terms_.push_back(weightOfEnergy(*force) != 0.0 ? weightOfEnergy(*force) * force->energy() : 0.0);
        if (weights_.loads.empty() || !force->isLoad()) return;
        la::ForceVector to_loads = accumulator(loads);
        force->addForce(to_loads);
      });
    }
    errors.throwOnAllRanks(mechanics_.comm());
    if (!varied.forces.empty()) addProducts(onAll(weights_.forces), all, 1.0);
    if (!varied.forces.empty() && !weights_.loads.empty()) addProducts(onAll(weights_.loads), loads, 1.0);
  }

  void addMasses(const VariedContributors& varied) {
    if (varied.masses.empty()) return;
    StateArrays inertia = zeros();
    DeferredErrors errors;
    for (const auto& mass : varied.masses) {
      mass->prepareMass();
      errors.run([&] {
        const StateArrays effective = accelerationsWithDamping(*mass);
        const la::IncrementVector accelerations(
            [&](const la::State& state) { return gsl::span<const double>(effective[indexOf(state)]); });
        la::ForceVector to = accumulator(inertia);
        mass->addMassTimes(accelerations, to);
      });
    }
    errors.throwOnAllRanks(mechanics_.comm());
    addProducts(onAll(weights_.forces), inertia, -1.0);
  }

  void addConstraints(const VariedContributors& varied) {
    for (const auto& entry : varied.constraints)
      for (std::size_t i = 0; i < entry.constraints.size(); ++i)
        if (mechanics_.constraints()[entry.first + i]->active)
          addConstraint(*entry.constraints[i], firstRowOf(entry.first + i));
  }

  void addConditions(const VariedContributors& varied) {
    if (varied.conditions.empty()) return;
    std::vector<constraint::ConstrainedDofs> dofs;
    for (const la::State* state : mechanics_.states()) dofs.emplace_back(*state);
    base::runCollectively(mechanics_.comm(), [&] {
      if (mechanics_.projection().hasObliqueDirections())
        throw base::InputError(
            fmt::format("A gradient with respect to a number of '{}' is not available, because conditions of the case "
                        "constrain oblique directions or attach nodes: use the constraint `prescribed` instead.",
                        varied.conditions.front()->name()));
      for (const auto& condition : varied.conditions) {
        condition->setTime(weights_.time);
        condition->constrain(dofs[mechanics_.indexOf(condition->state())]);
      }
    });
    for (std::size_t b = 0; b < dofs.size(); ++b) {
      const la::State& state = dofs[b].state();
      for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
        for (int c = 0; c < state.block(); ++c)
          terms_.push_back(weights_.reactions[b][static_cast<std::size_t>(node * state.block() + c)] *
                           dofs[b].value(node, c));
    }
  }

  void addGeometry(const VariedContributors& varied) {
    if (varied.moves.empty()) return;
    for (const GeometricTerm& term : weights_.explicit_terms.geometry) terms_.push_back(term.weight * term.ofRank());
  }

  std::vector<double> terms() && { return std::move(terms_); }

 private:
  StateArrays zeros() const {
    StateArrays arrays;
    for (const la::State* state : states_)
      arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
    return arrays;
  }

  la::ForceVector accumulator(StateArrays& arrays) const {
    return la::ForceVector(
        [this, &arrays](const la::State& state) { return gsl::span<double>(arrays[indexOf(state)]); });
  }

  std::size_t indexOf(const la::State& state) const {
    const auto found = std::find(states_.begin(), states_.end(), &state);
    base::ensure(found != states_.end(), "A contributor acts on a state that does not belong to the model.");
    return static_cast<std::size_t>(found - states_.begin());
  }

  /// Returns dJ/dW of the potential energy W of a force; 0 for forces without an energy, which may
  /// have the name of another force.
  double weightOfEnergy(const force::ForceField& force) const {
    if (force.isLoad() || force.dependsOnVelocity()) return 0.0;
    const auto found = weights_.explicit_terms.energies.find(force.name());
    return found != weights_.explicit_terms.energies.end() ? found->second : 0.0;
  }

  double rayleighOf(const force::ForceField& force) const {
    return force.rayleigh_stiffness + mechanics_.rayleigh.stiffness;
  }

  /// Adds the force beta K v of Rayleigh damping.
  void addRayleighForce(const force::ForceField& force, StateArrays& forces) const {
    const double beta = rayleighOf(force);
    if (beta == 0.0 || force.isLoad()) return;
    StateArrays damping = zeros();
    la::ForceVector to = accumulator(damping);
    force.addStiffnessTimes(la::IncrementVector([](const la::State& state) { return state.velocity(); }), to);
    for (std::size_t s = 0; s < forces.size(); ++s)
      for (std::size_t i = 0; i < forces[s].size(); ++i) forces[s][i] += beta * damping[s][i];
  }

  /// Returns a + alpha v, with which -M (a + alpha v) contains the force of Rayleigh damping.
  StateArrays accelerationsWithDamping(const mass::Mass& mass) const {
    const double alpha = mass.rayleigh_mass + mechanics_.rayleigh.mass;
    StateArrays sum;
    for (const la::State* state : states_) {
      const auto a = state->acceleration(), v = state->velocity();
      sum.emplace_back(a.begin(), a.end());
      for (std::size_t i = 0; i < v.size(); ++i) sum.back()[i] += alpha * v[i];
    }
    return sum;
  }

  /// Returns weights of the independent states as weights of all states.
  StateArrays onAll(const StateArrays& of_bodies) const {
    return mechanics_.mappings() != nullptr ? mechanics_.mappings()->applyJacobian(of_bodies) : of_bodies;
  }

  void addProducts(const StateArrays& weights, const StateArrays& values, double sign) {
    for (std::size_t s = 0; s < values.size(); ++s) {
      const auto owned = static_cast<std::size_t>(states_[s]->layout().numOwned() * states_[s]->block());
      for (std::size_t i = 0; i < owned; ++i) terms_.push_back(sign * weights[s][i] * values[s][i]);
    }
  }

  std::size_t firstRowOf(std::size_t constraint) const {
    std::size_t first = 0;
    for (std::size_t c = 0; c < constraint; ++c)
      first += static_cast<std::size_t>(mechanics_.constraints()[c]->numRows());
    return first;
  }

  /// Adds mu . (Phi + C lambda) and w . G^T lambda of one constraint.
  void addConstraint(Constraint& constraint, std::size_t first) {
    const auto rows = static_cast<std::size_t>(constraint.numRows());
    const auto isDropped = [&](std::size_t row) { return mechanics_.dropped()[first + row] != 0; };
    constraint.setTime(weights_.time);
    std::vector<double> phi(rows, 0.0);
    constraint.addResidual(phi);
    const std::vector<double> compliances = constraint.compliances();
    for (std::size_t row = 0; row < rows; ++row) {
      if (!compliances.empty()) phi[row] += compliances[row] * weights_.multipliers[first + row];
      terms_.push_back(isDropped(row) ? 0.0 : weights_.rows[first + row] * phi[row]);
    }
    constraint::JacobianRows G;
    constraint.addJacobian(G);
    addConstraintForces(G, [&](std::size_t row) { return isDropped(row) ? 0.0 : weights_.multipliers[first + row]; });
  }

  template <class Multiplier>
  void addConstraintForces(const constraint::JacobianRows& G, const Multiplier& multiplier) {
    const la::CombinedLayout& layout = mechanics_.layout();
    const la::Vector force = layout.makeVector(), weights = layout.makeVector();
    for (const auto& entry : G.entries()) {
      const base::GlobalIndex node = layout.global(layout.indexOf(*entry.state), entry.node);
      TENON_PETSC(VecSetValue(force.get(), static_cast<PetscInt>(node.value() * layout.block() + entry.component),
                              multiplier(static_cast<std::size_t>(entry.row)) * entry.value, ADD_VALUES));
    }
    TENON_PETSC(VecAssemblyBegin(force.get()));
    TENON_PETSC(VecAssemblyEnd(force.get()));
    layout.gather({weights_.forces.begin(), weights_.forces.end()}, weights.get());
    const la::ReadArray f(force.get()), w(weights.get());
    for (PetscInt i = 0; i < f.size(); ++i) terms_.push_back(w[i] * f[i]);
  }

  const MechanicalSystem& mechanics_;
  const EquationWeights& weights_;
  std::vector<const la::State*> states_;  // independent states, followed by mapped states
  std::vector<double> terms_;
};

}  // namespace

void prepareVaried(const MechanicalSystem& mechanics, VariedContributors& varied) {
  const MovedReference scope(varied.moves);
  const auto forces = mechanics.forceFields();
  const bool has_large_rotations =
      std::any_of(forces.begin(), forces.end(), [](const auto* force) { return force->supportsLargeRotations(); }) ||
      (mechanics.mappings() != nullptr && !mechanics.mappings()->isLinear());
  for (auto& entry : varied.constraints)
    for (std::size_t i = 0; i < entry.constraints.size(); ++i) {
      auto& constraint = entry.constraints[i];
      const bool is_mapped =
          mechanics.mappings() != nullptr && MappedConstraint::isNeeded(*mechanics.mappings(), *constraint);
      if (is_mapped) constraint = std::make_unique<MappedConstraint>(sharedGraph(mechanics), std::move(constraint));
      constraint->prepareFor({has_large_rotations});
      joinConstrainedRows({mechanics.bodies(), mechanics.constrainedDofs()}, *constraint);
      base::ensure(constraint->numRows() == mechanics.constraints()[entry.first + i]->numRows(),
                   "The number of rows of constraint '" + constraint->name() + "' depends on a parameter.");
    }
}

std::vector<double> weightedTerms(const MechanicalSystem& mechanics, VariedContributors& varied,
                                  const EquationWeights& weights) {
  mechanics.updateMappedStates();
  const MovedReference scope(varied.moves);
  WeightedEquations equations(mechanics, weights);
  equations.addForces(varied);
  equations.addMasses(varied);
  equations.addConstraints(varied);
  equations.addConditions(varied);
  equations.addGeometry(varied);
  return std::move(equations).terms();
}

}  // namespace tenon::system
