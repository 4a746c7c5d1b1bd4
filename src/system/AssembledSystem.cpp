#include "tenon/system/AssembledSystem.hpp"

namespace tenon::system {
namespace {

/// Flags of held unknowns over the combined layout; ghosts from their owners.
std::vector<char> heldFlags(const MechanicalSystem& mechanics, const la::CombinedLayout& layout) {
  const auto block = static_cast<std::size_t>(layout.block());
  std::vector<char> flags(static_cast<std::size_t>(layout.layout().numLocal()) * block, 0);
  for (std::size_t s = 0; s < mechanics.held().size(); ++s) {
    const auto& held = mechanics.held()[s];
    for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node)
      for (std::size_t i = 0; i < block; ++i)
        flags[static_cast<std::size_t>(layout.local(s, node)) * block + i] =
            held.isHeld(node, static_cast<int>(i)) ? 1 : 0;
  }
  layout.halo().updateGhosts(gsl::span<char>(flags), layout.block());
  return flags;
}

}  // namespace

AssembledSystem::AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion,
                                 la::HeldDiagonal held_diagonal)
    : mechanics_(mechanics),
      layout_(std::make_shared<la::CombinedLayout>(mechanics.states())),
      assembly_(layout_, insertion),
      held_diagonal_(held_diagonal),
      held_(heldFlags(mechanics, *layout_)) {}

void AssembledSystem::contribute(const la::Contributions& to, const Factors& factors) const {
  if (factors.stiffness != 0.0) {
    la::StiffnessMatrix K = to.stiffness(factors.stiffness);
    for (const auto* force : mechanics_.forceFields()) force->addStiffness(K);
  }
  if (factors.damping != 0.0) {
    la::DampingMatrix B = to.damping(factors.damping);
    for (const auto* force : mechanics_.forceFields())
      if (force->dependsOnVelocity()) force->addDamping(B);
  }
  if (factors.mass != 0.0) {
    la::MassMatrix M = to.mass(factors.mass);
    for (const auto& body : mechanics_.bodies())
      for (const auto& mass : body->masses) mass->addMass(M);
  }
}

void AssembledSystem::record(const Factors& factors) {
  assembly_.record([&](const la::Contributions& to) { contribute(to, factors); });
  assembly_.hold(held_, held_diagonal_);
  recorded_ = true;
}

void AssembledSystem::assemble(const Factors& factors) {
  if (!recorded_) record(factors);
  assembly_.assemble([&](const la::Contributions& to) { contribute(to, factors); });
}

la::Vector AssembledSystem::residual() const {
  auto forces = mechanics_.forces();
  std::vector<gsl::span<const double>> parts;
  for (std::size_t s = 0; s < forces.size(); ++s) {
    const auto& held = mechanics_.held()[s];
    for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node)
      for (int i = 0; i < layout_->block(); ++i)
        if (held.isHeld(node, i)) forces[s][static_cast<std::size_t>(node * layout_->block() + i)] = 0.0;
    parts.emplace_back(forces[s]);
  }
  la::Vector residual = layout_->makeVector();
  layout_->gather(parts, residual.get());
  return residual;
}

la::Vector AssembledSystem::restPositions() const {
  std::vector<gsl::span<const double>> parts;
  for (const auto* state : layout_->states()) parts.push_back(state->rest());
  la::Vector rest = layout_->makeVector();
  layout_->gather(parts, rest.get());
  return rest;
}

}  // namespace tenon::system
