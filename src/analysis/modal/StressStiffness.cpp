// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StressStiffness.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/splitByBody.hpp"
#include "la/vectors.hpp"
#include "system/mapped/MappedConstraint.hpp"
#include "system/mapped/MappedGroup.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using Arrays = std::vector<std::vector<double>>;

/// Returns a vector over the independent degrees of freedom as local arrays, with its values on
/// ghosts.
Arrays withGhosts(const system::MechanicalSystem& mechanics, const la::CombinedLayout& layout, Vec x) {
  Arrays arrays = splitByBody(mechanics, layout, x);
  for (std::size_t b = 0; b < arrays.size(); ++b) {
    const la::State& state = mechanics.bodies()[b]->state();
    state.halo().updateGhosts(gsl::span<double>(arrays[b]), state.block());
  }
  return arrays;
}

/// Returns the force itself, also for a force on mapped states.
const force::ForceField& ownForce(const system::MechanicalSystem& mechanics, const force::ForceField& force) {
  const system::MappedForce* const mapped = mechanics.mapped(&force);
  return mapped != nullptr ? mapped->force() : force;
}

/// Scope guard: sets multipliers in the reference configuration; at the end of the scope states and
/// multipliers are those of the reference configuration again.
class ScopedMultipliers {
 public:
  ScopedMultipliers(Equations& equations, Vec multipliers)
      : equations_(equations), rest_(equations.linearSystem().layout().makeVector()) {
    equations.setUnknowns(rest_.get(), multipliers);
    if (multipliers != nullptr) none_ = la::makeZeroLike(multipliers);
  }
  ~ScopedMultipliers() { equations_.setUnknowns(rest_.get(), none_.get()); }
  ScopedMultipliers(const ScopedMultipliers&) = delete;
  ScopedMultipliers& operator=(const ScopedMultipliers&) = delete;

 private:
  Equations& equations_;
  la::Vector rest_, none_;
};

/// Accumulator that discards all entries.
class DiscardingAccumulator : public la::Accumulator {
 public:
  bool needsValues() const override { return false; }
  void addBlock(base::LocalIndex, base::LocalIndex, la::BlockShape, const double*) override {}
  void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {}
  void addElements(base::LocalIndex, int, const la::Lane*) override {}
};

}  // namespace

void requireStressStiffness(const system::MechanicalSystem& mechanics) {
  std::map<const la::State*, std::vector<double>> rest;
  const la::IncrementVector none([&](const la::State& state) {
    auto& values = rest[&state];
    values.resize(static_cast<std::size_t>(state.layout().numLocal() * state.block()));
    return gsl::span<const double>(values);
  });
  DiscardingAccumulator nowhere;
  la::StiffnessMatrix K([&](const la::State&, const la::State&) -> la::Accumulator& { return nowhere; });
  mechanics.updateMappedStates();
  base::runCollectively(mechanics.comm(), [&] {
    for (const force::ForceField* force : mechanics.forceFields())
      if (mechanics.geometric(force) == nullptr) ownForce(mechanics, *force).addStressStiffness(none, K);
  });
}

StressStiffness::StressStiffness(Equations& equations, Vec u, Vec multipliers)
    : mechanics_(equations.mechanics()),
      layout_(equations.linearSystem().layout()),
      all_(equations.linearSystem().sharedLayout()) {
  Arrays of_states = withGhosts(mechanics_, layout_, u);
  const system::MappingGraph* const graph = mechanics_.mappings();
  if (graph != nullptr) {
    mechanics_.updateMappedStates();
    of_states = graph->applyJacobian(of_states);
    all_ = std::make_shared<la::CombinedLayout>(
        std::vector<const la::State*>(graph->states().begin(), graph->states().end()));
  }
  const ScopedMultipliers at(equations, multipliers);
  assemble(of_states);
  if (graph != nullptr && !graph->isLinear()) findMapped(of_states);
  is_nonzero_ = exceedsRoundOff(equations, u);
}

void StressStiffness::assemble(const Arrays& u) {
  const la::IncrementVector motion(
      [&](const la::State& state) { return gsl::span<const double>(u[all_->indexOf(state)]); });
  const auto contribute = [&](const la::Contributions& to) {
    for (const force::ForceField* force : mechanics_.forceFields()) {
      if (mechanics_.geometric(force) != nullptr) continue;  // see findMapped()
      const force::ForceField& own = ownForce(mechanics_, *force);
      to.setContributor(own.name());
      la::StiffnessMatrix K = to.stiffness(1.0);  // -K_s
      own.addStressStiffness(motion, K);
    }
  };
  assembly_ = std::make_unique<la::MatrixAssembly>(all_, la::Insertion::slots);
  assembly_->record(contribute);
  assembly_->assemble(contribute);
}

// Evaluates the forces on mapped states: loads as they are, other forces as their stiffness times
// u.
void StressStiffness::findMapped(const Arrays& u) {
  const system::MappingGraph& graph = *mechanics_.mappings();
  Arrays f = graph.zeros();
  for (const force::ForceField* force : mechanics_.forceFields()) {
    const system::MappedForce* const mapped = mechanics_.mapped(force);
    if (mapped == nullptr || mechanics_.isGeometric(force)) continue;
    if (mapped->isLoad()) {
      mapped->addForceOnAll(f);
      continue;
    }
    mapped->prepareOwnDerivatives();
    mapped->addStiffnessTimesOnAll(u, f);
  }
  for (const auto& constraint : mechanics_.constraints())
    if (const auto* mapped = dynamic_cast<const system::MappedConstraint*>(constraint.get())) mapped->addForceOnAll(f);
  graph.applyTransposedJacobian(f);
  base::runCollectively(graph.comm(), [&] { graph.addGeometricStiffness(f, mapped_); });
}

// Uses that K_s is about the strain of u times the stiffness.
bool StressStiffness::exceedsRoundOff(Equations& equations, Vec u) const {
  constexpr double round_off = 1e-12;
  double largest = 0.0, stiffest = 0.0;
  TENON_PETSC(MatNorm(assembly_->matrix().get(), NORM_INFINITY, &largest));
  for (const auto& of_mapping : mapped_)
    for (const auto& entry : of_mapping.entries()) {
      const double* const values = of_mapping.valuesOf(entry);
      for (int i = 0; i < entry.row->block() * entry.column->block(); ++i)
        largest = std::max(largest, std::abs(values[i]));
    }
  const la::Vector diagonal = la::makeZeroLike(u);
  TENON_PETSC(MatGetDiagonal(equations.linearSystem().get(), diagonal.get()));
  stiffest = la::norm(diagonal.get(), NORM_INFINITY);
  const double strain = la::norm(u, NORM_INFINITY) / equations.unknowns().size();
  return mechanics_.comm().max(largest) > round_off * stiffest * std::min(strain, 1.0);
}

void StressStiffness::multiply(Vec x, Vec y) const {
  const Mat matrix = assembly_->matrix().get();
  const system::MappingGraph* const graph = mechanics_.mappings();
  if (graph == nullptr) {
    TENON_PETSC(MatMult(matrix, x, y));
    return;
  }
  const Arrays down = graph->applyJacobian(withGhosts(mechanics_, layout_, x));
  const la::Vector of_all = all_->makeVector(), product = la::makeZeroLike(of_all.get());
  all_->gather({down.begin(), down.end()}, of_all.get());
  TENON_PETSC(MatMult(matrix, of_all.get(), product.get()));
  Arrays up = graph->zeros(), geometric = graph->zeros();
  all_->scatter(product.get(), {up.begin(), up.end()});
  if (!mapped_.empty()) system::addTimes(*graph, mapped_, down, geometric);
  for (std::size_t s = 0; s < up.size(); ++s)
    for (std::size_t i = 0; i < up[s].size(); ++i) up[s][i] += geometric[s][i];
  graph->applyTransposedJacobian(up);
  std::vector<gsl::span<const double>> independent(up.begin(),
                                                   up.begin() + static_cast<std::ptrdiff_t>(graph->numIndependent()));
  layout_.gather(independent, y);
}

}  // namespace tenon::analysis
