#include "requireMovable.hpp"

#include <fmt/format.h>

#include "tenon/contact/ConeSolver.hpp"

namespace tenon::analysis {
namespace {

[[noreturn]] void refuseModel(const std::string& what) {
  throw base::InputError(fmt::format("The stepper 'moreau-jean' {}: take another stepper.", what));
}

}  // namespace

void requireBodiesInSpace(const system::MechanicalSystem& mechanics) {
  for (const auto& body : mechanics.bodies()) {
    const la::State& state = body->state();
    if (state.kind() == la::Kind::points && state.block() == 3) continue;
    if (state.kind() != la::Kind::frames || state.block() != 6 || body->domain().inertia == nullptr)
      refuseModel(fmt::format("moves rigid bodies and meshes in space only, and '{}' is something else", body->name()));
    if (body->masses.size() > 1)
      refuseModel(fmt::format("knows the bodies' own inertia only, and '{}' has `masses` beside", body->name()));
  }
  if (mechanics.projection().isOblique())
    refuseModel("holds components of bodies only, but there are conditions on oblique directions or several bodies");
}

void requireTakenBy(const std::string& contact_solver, const system::MechanicalSystem& mechanics) {
  if (contact::coneSolvers().at(contact_solver).takes_convex) return;
  for (const auto& rule : mechanics.contacts())
    if (rule->law().is_convex)
      throw base::InputError(fmt::format(
          "`sliding: convex` of a rule under `contacts` is not for `contact_solver: {}`, which has Coulomb's "
          "law itself at each contact: take another one, such as accelerated-gradient.",
          contact_solver));
}

}  // namespace tenon::analysis
