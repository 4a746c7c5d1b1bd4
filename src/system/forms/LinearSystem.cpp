// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/LinearSystem.hpp"
#include "la/matrices/Projection.hpp"
#include "system/evaluation.hpp"
#include "system/forms/Terms.hpp"

#include <algorithm>

namespace tenon::system {

SystemOptions SystemData::options() const {
  SystemOptions options;
  options.contents.stiffness = stiffness;
  options.contents.damping = damping;
  options.contents.mass = mass;
  options.contents.projective_conditions = projective_conditions;
  options.contents.geometric_stiffness = geometric_stiffness;
  options.contents.mapped_contributors = mapped_contributors;
  options.held_diagonal = held_diagonal == "one" ? la::DirichletDiagonal::one : la::DirichletDiagonal::meanOfDiagonal;
  options.rules.checking = checking ? la::IndexChecking::on : la::IndexChecking::off;
  return options;
}

SystemOptions StoredSystemData::options() const {
  SystemOptions options = SystemData::options();
  options.rules.on_change = on_change == "refuse" ? la::PatternPolicy::reject : la::PatternPolicy::rebuild;
  return options;
}

LinearSystem::LinearSystem(const MechanicalSystem& mechanics, const SystemOptions& options)
    : mechanics_(mechanics),
      options_(options),
      layout_(std::make_shared<la::CombinedLayout>(mechanics.states())),
      constrained_flags_(mechanics.projection().constrained()) {
  if (!options.contents.projective_conditions) std::fill(constrained_flags_.begin(), constrained_flags_.end(), 0);
}

// Updates the layout, which all systems over it share. Another system may be updated later, when it
// is assembled.
void LinearSystem::adaptToNewGhosts() {
  const auto& states = layout_->states();
  LocalIndex ghosts = 0;
  for (std::size_t s = 0; s < states.size(); ++s) ghosts += states[s]->layout().numGhosts() * layout_->rowsPerNode(s);
  if (!layout_->comm().any(ghosts != layout_->layout().numGhosts())) return;
  *layout_ = la::CombinedLayout(states);
  constrained_flags_ = mechanics_.projection().constrained();
  if (!options_.contents.projective_conditions) std::fill(constrained_flags_.begin(), constrained_flags_.end(), 0);
  invalidateGhosts();
}

const la::Projection* LinearSystem::obliqueProjection() const {
  const bool wanted = options_.contents.projective_conditions && mechanics_.projection().hasObliqueDirections();
  return wanted ? &mechanics_.projection() : nullptr;
}

void LinearSystem::assemble(const Factors& factors) {
  adaptToNewGhosts();
  const Terms terms = Terms::collect(mechanics_, factors, options_.contents);
  factors_ = factors;
  asymmetric_ = terms.asymmetric();
  terms.prepare(mechanics_);
  assembleTerms(terms, factors);
}

la::Vector LinearSystem::residual() const {
  const auto forces = forcesOf(mechanics_);
  const std::vector<gsl::span<const double>> parts(forces.begin(), forces.end());
  la::Vector residual = layout_->makeVector();
  layout_->gather(parts, residual.get());
  if (options_.contents.projective_conditions) mechanics_.projection().project(residual.get());
  return residual;
}

}  // namespace tenon::system
