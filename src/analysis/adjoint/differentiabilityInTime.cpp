// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "TransientGradient.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

/// Throws an error about a part of the analysis without a derivative.
[[noreturn]] void refuseInTime(const std::string& fact, const std::string& remedy) {
  throw base::InputError(fmt::format("Gradients are not available, because {}: {}.", fact, remedy));
}

void requireStepper(const Equations& equations, const std::string& name, const Stepper& stepper,
                    bool projects_velocities) {
  const auto* const implicit = dynamic_cast<const ImplicitStepper*>(&stepper);
  if (implicit == nullptr || !implicit->isDifferentiable())
    refuseInTime(fmt::format("the time integrator '{}' has no adjoint equations", name),
                 "use `stepper: implicit-euler`, generalised-alpha, hht, newmark, trapezoid or bdf2");
  if (stepper.needsImpulses() && equations.rows().activeSet() != nullptr)
    refuseInTime(fmt::format("contacts and other bounds act as impulses with the time integrator '{}'", name),
                 "use `stepper: implicit-euler`, or remove the bounds");
  if (projects_velocities)
    refuseInTime("`project_velocities: true` changes the velocities after each step", "remove this parameter");
}

void requireDamping(const Equations& equations) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const system::MatrixContents& contents = equations.linearSystem().options().contents;
  if (!contents.damping || !contents.mass)
    refuseInTime("the block `system` omits the damping or the mass", "keep the defaults of `damping` and `mass`");
  for (const force::ForceField* force : mechanics.forceFields()) {
    const double rayleigh = force->rayleigh_stiffness + mechanics.rayleigh.stiffness;
    if (rayleigh != 0.0 && !force->isLoad() && !force->isLinear())
      refuseInTime(
          fmt::format("'{}' is nonlinear and has Rayleigh damping proportional to its stiffness", force->name()),
          "use Rayleigh damping proportional to the mass, or dampers");
    if (force->dependsOnRate())
      refuseInTime(fmt::format("'{}' depends on the step size", force->name()),
                   "use an elastic or hyperelastic material");
  }
}

void requireMappings(const system::MechanicalSystem& mechanics) {
  if (mechanics.mappings() == nullptr || mechanics.mappings()->isLinear()) return;
  for (const mass::Mass* mass : mechanics.masses())
    if (mechanics.mapped(mass) != nullptr)
      refuseInTime(fmt::format("'{}' acts on an object with a nonlinear mapping", mass->name()),
                   "give the mass to the parent object");
  for (const force::ForceField* force : mechanics.forceFields())
    if (mechanics.mapped(force) != nullptr && force->dependsOnVelocity())
      refuseInTime(fmt::format("'{}' depends on the velocities of an object with a nonlinear mapping", force->name()),
                   "apply the damping to the parent object");
}

void requireRows(const system::MechanicalSystem& mechanics) {
  for (const auto& constraint : mechanics.constraints()) {
    if (!constraint->active) continue;
    if (constraint->level() == constraint::Constraint::Level::velocity && !constraint->isLinear())
      refuseInTime(fmt::format("'{}' is a nonlinear constraint on velocities", constraint->name()),
                   "use a constraint on positions");
    if (constraint->relaxation != 1.0)
      refuseInTime(fmt::format("'{}' has `relaxation: {:.6g}`", constraint->name(), constraint->relaxation),
                   "remove this parameter");
  }
}

}  // namespace

void requireDifferentiableInTime(const Equations& equations, const std::string& name, const Stepper& integrator,
                                 bool projects_velocities) {
  base::runCollectively(equations.comm(), [&] {
    requireStepper(equations, name, integrator, projects_velocities);
    requireDamping(equations);
    requireMappings(equations.mechanics());
    requireRows(equations.mechanics());
  });
}

}  // namespace tenon::analysis
