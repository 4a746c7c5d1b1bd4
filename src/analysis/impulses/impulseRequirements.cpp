// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "impulseRequirements.hpp"

#include <fmt/format.h>

#include "la/matrices/Projection.hpp"

namespace tenon::analysis {
namespace {

[[noreturn]] void refuseModel(const std::string& what) {
  throw base::InputError(fmt::format("The time integrator 'moreau-jean' {}: choose another `stepper`.", what));
}

}  // namespace

void requireBodiesInSpace(const system::MechanicalSystem& mechanics) {
  for (const auto& body : mechanics.bodies()) {
    const la::State& state = body->state();
    if (state.kind() == la::NodeKind::points && state.block() == 3) continue;
    if (state.kind() != la::NodeKind::frames || state.block() != 6 || body->domain().inertia == nullptr)
      refuseModel(fmt::format("supports only three-dimensional rigid bodies and meshes, but object '{}' is neither",
                              body->name()));
    if (body->masses.size() > 1)
      refuseModel(fmt::format(
          "does not support `masses` of rigid bodies in addition to their inertia, but object '{}' has such `masses`",
          body->name()));
  }
  if (mechanics.projection().hasObliqueDirections())
    refuseModel(
        "supports only conditions on components of single bodies, but the case contains conditions in oblique "
        "directions or on several bodies");
}

void requireSupportedContactLaws(const contact::ConeSolverChoice& contact_solver,
                                 const system::MechanicalSystem& mechanics) {
  if (contact_solver.make()->supportsConvexLaw()) return;
  for (const auto& rule : mechanics.contacts())
    if (rule->law().is_convex)
      throw base::InputError(
          fmt::format("`sliding: convex` of a rule under `contacts` is not supported by `contact_solver: {}`, which "
                      "solves Coulomb's law at each contact: choose another solver, such as accelerated-gradient.",
                      contact_solver.name()));
}

}  // namespace tenon::analysis
