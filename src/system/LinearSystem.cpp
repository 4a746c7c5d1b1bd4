#include "tenon/system/LinearSystem.hpp"

namespace tenon::system {
namespace {

/// Flags of held unknowns over the combined layout; ghosts from their owners.
std::vector<char> heldFlags(const MechanicalSystem& mechanics, const la::CombinedLayout& layout, bool wanted) {
  const auto row_size = static_cast<std::size_t>(layout.block());
  std::vector<char> flags(static_cast<std::size_t>(layout.layout().numLocal()) * row_size, 0);
  if (!wanted) return flags;
  for (std::size_t s = 0; s < mechanics.held().size(); ++s) {
    const auto& held = mechanics.held()[s];
    for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node)
      for (int i = 0; i < held.state().block(); ++i)
        flags[static_cast<std::size_t>(layout.local(s, node)) * row_size + static_cast<std::size_t>(i)] =
            held.isHeld(node, i) ? 1 : 0;
  }
  layout.halo().updateGhosts(gsl::span<char>(flags), layout.block());
  return flags;
}

}  // namespace

LinearSystem::LinearSystem(const MechanicalSystem& mechanics, const SystemOptions& options)
    : mechanics_(mechanics),
      options_(options),
      layout_(std::make_shared<la::CombinedLayout>(mechanics.states())),
      held_(heldFlags(mechanics, *layout_, options.what.projective_conditions)) {}

void LinearSystem::assemble(const Factors& factors) {
  const Terms terms = Terms::of(mechanics_, factors, options_.what);
  factors_ = factors;
  asymmetric_ = terms.asymmetric();
  assembleTerms(terms, factors);
}

la::Vector LinearSystem::residual() const {
  auto forces = mechanics_.forces();
  std::vector<gsl::span<const double>> parts;
  for (std::size_t s = 0; s < forces.size(); ++s) {
    const auto& held = mechanics_.held()[s];
    for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node)
      for (int i = 0; i < held.state().block(); ++i)
        if (options_.what.projective_conditions && held.isHeld(node, i))
          forces[s][static_cast<std::size_t>(node * held.state().block() + i)] = 0.0;
    parts.emplace_back(forces[s]);
  }
  la::Vector residual = layout_->makeVector();
  layout_->gather(parts, residual.get());
  return residual;
}

la::Vector LinearSystem::restPositions() const {
  std::vector<gsl::span<const double>> parts;
  for (const auto* state : layout_->states()) parts.push_back(state->rest());
  la::Vector rest = layout_->makeVector();
  layout_->gather(parts, rest.get());
  return rest;
}

}  // namespace tenon::system
