// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "Cotangents.hpp"
#include "la/arrays.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/analysis/Objective.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

constexpr std::array<const char*, 3> quantities{"displacements", "velocities", "accelerations"};

bool isFinite(const system::StateArrays& arrays) {
  return std::all_of(arrays.begin(), arrays.end(), [](const std::vector<double>& array) {
    return std::all_of(array.begin(), array.end(), [](double value) { return std::isfinite(value); });
  });
}

}  // namespace

/// Arrays to which an objective adds its derivatives.
struct ObjectiveDerivatives::Arrays {
  explicit Arrays(const system::MechanicalSystem& mechanics) {
    for (const system::Body* body : mechanics.allBodies()) states.push_back(&body->state());
    for (auto& of_quantity : by_state) of_quantity.resize(states.size());
    by_constraint.resize(mechanics.constraints().size());
  }

  std::vector<const la::State*> states;            // independent states, followed by mapped states
  std::array<system::StateArrays, 3> by_state;     // by q, v and a; empty: zero
  std::vector<std::vector<double>> by_constraint;  // by physical multipliers; empty: zero
};

ObjectiveDerivatives::ObjectiveDerivatives(const Equations& equations)
    : equations_(equations),
      cotangents_(std::make_unique<Cotangents>(Cotangents::zero(equations))),
      arrays_(std::make_unique<Arrays>(equations.mechanics())) {}

ObjectiveDerivatives::~ObjectiveDerivatives() = default;

gsl::span<double> ObjectiveDerivatives::arrayOf(int quantity, const la::State& state) {
  const std::size_t index = equations_.mechanics().bodyOf(state);
  std::vector<double>& array = arrays_->by_state[static_cast<std::size_t>(quantity)][index];
  if (array.empty()) array.resize(static_cast<std::size_t>(state.layout().numLocal() * state.block()), 0.0);
  return array;
}

gsl::span<double> ObjectiveDerivatives::byMultipliersOf(const constraint::Constraint& constraint) {
  const auto& constraints = equations_.mechanics().constraints();
  const auto is_same = [&](const auto& other) { return other.get() == &constraint; };
  const auto found = std::find_if(constraints.begin(), constraints.end(), is_same);
  base::ensure(found != constraints.end(), "The constraint does not belong to the model.");
  std::vector<double>& array = arrays_->by_constraint[static_cast<std::size_t>(found - constraints.begin())];
  if (array.empty()) array.resize(static_cast<std::size_t>(constraint.numRows()), 0.0);
  return array;
}

void ObjectiveDerivatives::requireValid(const std::string& name) const {
  const system::MappingGraph* const graph = equations_.mechanics().mappings();
  const bool is_static = equations_.unknowns().kinematics().isStatic();
  for (std::size_t quantity = 0; quantity < quantities.size(); ++quantity)
    for (std::size_t s = 0; s < arrays_->states.size(); ++s) {
      const auto& values = arrays_->by_state[quantity][s];
      if (quantity == 0 || std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; }))
        continue;
      if (is_static)
        throw base::InputError(
            fmt::format("The objective '{}' depends on {}, which a static analysis does not have: use a transient "
                        "analysis.",
                        name, quantities[quantity]));
      if (graph != nullptr && graph->isMapped(*arrays_->states[s]) && !graph->isLinear())
        throw base::InputError(
            fmt::format("The objective '{}' depends on {} of the mapped object '{}', whose derivatives are available "
                        "only if all mappings are linear: use displacements, or objects of independent nodes.",
                        name, quantities[quantity], arrays_->states[s]->name()));
    }
  const bool is_finite = std::all_of(arrays_->by_state.begin(), arrays_->by_state.end(), isFinite);
  if (!is_finite || !isFinite(arrays_->by_constraint))
    throw base::InputError(fmt::format(
        "A derivative of the objective '{}' is infinite or not a number: correct the function that returns it.", name));
}

void ObjectiveDerivatives::finish(const std::string& name) {
  base::runCollectively(equations_.comm(), [&] { requireValid(name); });
  for (int quantity = 0; quantity < 3; ++quantity) addStates(quantity);
  addMultipliers();
  arrays_ = std::make_unique<Arrays>(equations_.mechanics());
}

// The derivatives with respect to mapped states become those with respect to their parents.
void ObjectiveDerivatives::addStates(int quantity) {
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  system::StateArrays& arrays = arrays_->by_state[static_cast<std::size_t>(quantity)];
  if (!equations_.comm().any(std::any_of(arrays.begin(), arrays.end(), [](const auto& a) { return !a.empty(); })))
    return;
  for (std::size_t s = 0; s < arrays.size(); ++s) {
    const la::State& state = *arrays_->states[s];
    arrays[s].resize(static_cast<std::size_t>(state.layout().numLocal() * state.block()), 0.0);
  }
  if (system::MappingGraph* const graph = mechanics.mappings()) {
    mechanics.updateMappedStates();
    system::StateArrays of_graph = graph->zeros();
    for (std::size_t s = 0; s < arrays.size(); ++s)
      of_graph[graph->indexOf(*arrays_->states[s])] = std::move(arrays[s]);
    graph->zeroGhosts(of_graph);
    graph->applyTransposedJacobian(of_graph);
    of_graph.resize(graph->numIndependent());
    arrays = std::move(of_graph);
  }
  const la::CombinedLayout& layout = equations_.linearSystem().layout();
  const la::Vector vector = layout.makeVector();
  layout.gather({arrays.begin(), arrays.end()}, vector.get());
  const std::array<Vec, 3> sums{cotangents_->q.get(), cotangents_->v.get(), cotangents_->a.get()};
  TENON_PETSC(VecAXPY(sums[static_cast<std::size_t>(quantity)], 1.0, vector.get()));
}

void ObjectiveDerivatives::addMultipliers() {
  const auto& arrays = arrays_->by_constraint;
  const bool has_any = std::any_of(arrays.begin(), arrays.end(), [](const auto& array) { return !array.empty(); });
  depend_on_multipliers_ = equations_.comm().any(has_any) || depend_on_multipliers_;
  if (!has_any) return;
  const system::ConstraintJacobian& G = *equations_.constraints();
  la::WriteArray entries(cotangents_->multipliers.get());
  for (std::size_t c = 0; c < arrays.size(); ++c)
    for (std::size_t i = 0; i < arrays[c].size(); ++i) {
      const auto row = static_cast<std::size_t>(G.groups()[c].first) + i;
      entries[static_cast<PetscInt>(row)] += G.scales()[row] * arrays[c][i];
    }
}

}  // namespace tenon::analysis
