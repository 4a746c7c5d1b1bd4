#include "tenon/system/MechanicalSystem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "TermProduct.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

void requireOneDimension(const std::vector<std::unique_ptr<Body>>& bodies) {
  if (bodies.empty()) throw base::InputError("There is no object in this case.");
  const Body& first = *bodies.front();
  for (const auto& body : bodies)
    if (body->mesh().dimension() != first.mesh().dimension())
      throw base::InputError(
          fmt::format("Object '{}' is {}-dimensional and object '{}' is {}-dimensional: "
                      "one case holds either solids or plane bodies.",
                      first.name(), first.mesh().dimension(), body->name(), body->mesh().dimension()));
}

}  // namespace

MechanicalSystem::MechanicalSystem(std::vector<std::unique_ptr<Body>> bodies,
                                   std::vector<std::unique_ptr<constraint::Constraint>> constraints,
                                   std::vector<std::unique_ptr<force::ForceField>> interactions)
    : bodies_(std::move(bodies)),
      constraints_(std::move(constraints)),
      interactions_(std::move(interactions)),
      differences_(std::make_unique<Differences>(*this)) {
  requireOneDimension(bodies_);
  for (const auto& body : bodies_) held_.emplace_back(body->state());
  base::collectively(comm(), [&] {
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      for (const auto& condition : bodies_[b]->conditions) condition->hold(held_[b]);
  });
}

std::vector<force::ForceField*> MechanicalSystem::forceFields() const {
  std::vector<force::ForceField*> all;
  for (const auto& body : bodies_)
    for (const auto& force : body->forces) all.push_back(force.get());
  for (const auto& interaction : interactions_) all.push_back(interaction.get());
  return all;
}

std::vector<const la::State*> MechanicalSystem::states() const {
  std::vector<const la::State*> all;
  for (const auto& body : bodies_) all.push_back(&body->state());
  return all;
}

std::size_t MechanicalSystem::indexOf(const la::State& state) const {
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (&bodies_[b]->state() == &state) return b;
  throw base::InternalError(fmt::format("The state '{}' is not part of this system.", state.name()));
}

void MechanicalSystem::imposeHeld() {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    la::State& state = bodies_[b]->state();
    const auto displacement = state.displacement();
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
      for (int i = 0; i < state.block(); ++i)
        if (held_[b].isHeld(node, i))
          displacement[static_cast<std::size_t>(node * state.block() + i)] = held_[b].value(node, i);
    state.updateGhosts();
  }
}

std::vector<std::vector<double>> MechanicalSystem::forces() const {
  std::vector<std::vector<double>> values;
  for (const auto& body : bodies_)
    values.emplace_back(static_cast<std::size_t>(body->state().layout().numLocal() * body->state().block()), 0.0);
  la::ForceVector f([&](const la::State& state) { return gsl::span<double>(values[indexOf(state)]); });
  for (const auto* force : forceFields()) force->addForce(f);
  addRayleighForces(values);
  return values;
}

// f += sum (beta_c + beta) K_c v - sum (alpha_c + alpha) M_c v
void MechanicalSystem::addRayleighForces(std::vector<std::vector<double>>& forces) const {
  Terms terms = Terms::of(*this, {0.0, 1.0, 0.0}, {true, true, true, false});
  terms.damping.clear();  // these forces know their velocities
  if (terms.stiffness.empty() && terms.mass.empty()) return;
  StateArrays velocities;
  bool moves = false;
  for (const auto& body : bodies_) {
    const auto velocity = body->state().velocity();
    moves = moves || std::any_of(velocity.begin(), velocity.end(), [](double v) { return v != 0.0; });
    velocities.emplace_back(velocity.begin(), velocity.end());
  }
  if (!comm().any(moves)) return;
  TermProduct product(*this, terms);
  StateArrays damping = zeroArrays(states());
  product.addTo(velocities, damping);
  for (std::size_t s = 0; s < forces.size(); ++s)
    for (std::size_t i = 0; i < forces[s].size(); ++i) forces[s][i] += product.scale() * damping[s][i];
}

std::vector<double> MechanicalSystem::violation() const {
  std::vector<double> phi(static_cast<std::size_t>(numMultipliers()), 0.0);
  std::size_t start = 0;
  for (const auto& constraint : constraints_) {
    const auto rows = static_cast<std::size_t>(constraint->numRows());
    constraint->addViolation(gsl::span<double>(phi).subspan(start, rows));
    start += rows;
  }
  return phi;
}

LocalIndex MechanicalSystem::numMultipliers() const {
  LocalIndex rows = 0;
  for (const auto& constraint : constraints_) rows += constraint->numRows();
  return rows;
}

PetscInt MechanicalSystem::numUnknowns() const {
  std::int64_t nodes = 0;
  for (const auto& body : bodies_) nodes += body->state().layout().numGlobal();
  return base::toPetscInt(nodes * block() + comm().sum(static_cast<long>(numMultipliers())), "unknowns");
}

}  // namespace tenon::system
