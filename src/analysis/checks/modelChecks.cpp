// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "modelChecks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/steppers/representable.hpp"
#include "la/vectors.hpp"
#include "requireInDomain.hpp"
#include "requireNoZeros.hpp"

namespace tenon::analysis {

void requireMasses(Equations& equations) {
  const Mat mass = equations.tangent().assembleFor({1.0, 0.0, 0.0});
  const la::Vector masses = equations.linearSystem().layout().makeVector();
  TENON_PETSC(MatGetDiagonal(mass, masses.get()));
  requireNoZeros(equations.mechanics(), equations.linearSystem().layout(), masses.get(), DiagonalContent::mass);
}

void requireNoBounds(const system::MechanicalSystem& mechanics, const std::string& analysis) {
  for (const auto& constraint : mechanics.constraints())
    if (constraint->active && constraint->isUnilateral())
      throw base::InputError(
          fmt::format("The constraint '{}' has a bound. Bounds are supported by static analyses, preloaded modes, "
                      "`implicit-euler`, "
                      "`generalised-alpha`, `newmark`, `trapezoid`, `hht` and `moreau-jean`, but not by {}: remove "
                      "`bound`, or set `active: false` for the constraint.",
                      constraint->name(), analysis));
}

void requireNoRates(const system::MechanicalSystem& mechanics, const std::string& analysis) {
  for (const auto* force : mechanics.forceFields())
    if (force->dependsOnRate())
      throw base::InputError(
          fmt::format("{} relaxes in time, but the time of {} is a load factor, which may decrease: use `analysis: "
                      "{{type: static}}` or `{{type: transient}}`, or only the elastic material.",
                      force->name(), analysis));
}

void requireLargeRotationConstraints(const system::MechanicalSystem& mechanics) {
  const auto forces = mechanics.forceFields();
  const auto turning =
      std::find_if(forces.begin(), forces.end(), [](const auto* force) { return force->supportsLargeRotations(); });
  if (turning == forces.end()) return;
  for (const auto& constraint : mechanics.constraints())
    if (const std::string instead = constraint->largeRotationAlternative(); constraint->active && !instead.empty())
      throw base::InputError(fmt::format(
          "The constraint '{}' is valid only for small rotations, but {} is intended for large rotations: {}.",
          constraint->name(), (*turning)->name(), instead));
}

void requireLevels(const Equations& equations) {
  if (!equations.unknowns().kinematics().isStatic()) return;
  for (const auto& constraint : equations.mechanics().constraints())
    if (constraint->active && constraint->level() == constraint::Constraint::Level::velocity)
      throw base::InputError(
          fmt::format("The constraint '{}' acts on velocities, which a static analysis does not have: remove the "
                      "constraint, or set `active: false`.",
                      constraint->name()));
}

void requireInDomain(const Equations& equations) {
  if (!equations.tangent().isLinear())
    requireInDomain(equations.mechanics(), equations.norms(), equations.unknowns().displacement().get());
}

void removeInitialDirichletValues(Equations& equations) {
  const la::Vector x = equations.unknowns().get();
  TENON_PETSC(VecAXPY(x.get(), -1.0, equations.unknowns().initialChange()));
  equations.unknowns().set(x.get());
}

void requireRepresentable(const Equations& equations, const Residual& residual, Vec constraint_residual) {
  const bool fits = residual.free_norm + residual.reaction_norm <= largest_representable &&
                    (constraint_residual == nullptr || la::norm(constraint_residual) <= largest_representable);
  if (fits) return;
  requireInDomain(equations);
  // After the first step, prescribed displacements may have inverted elements: shorter steps are
  // then a remedy.
  const bool is_later = equations.tangent().largestStiffness() >= 0.0 && !equations.tangent().isLinear();
  const Kinematics& kinematics = equations.unknowns().kinematics();
  if (kinematics.position == 0.0 || (kinematics.isStatic() && !is_later))
    requireRepresentable<base::InputError>(equations.mechanics());
  else
    requireRepresentable<base::NotConvergedError>(equations.mechanics());
}

}  // namespace tenon::analysis
