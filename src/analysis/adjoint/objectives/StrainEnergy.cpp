// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StrainEnergy.hpp"

#include <fmt/format.h>

#include "analysis/adjoint/Cotangents.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {
namespace {

/// Returns the independent object with the given name.
const system::Body& bodyNamed(const ObjectiveContext& context, const std::string& name) {
  const fem::Domain& domain = context.find(name);
  for (const auto& body : context.mechanics.bodies())
    if (&body->state() == &domain.state) return *body;
  throw base::InputError(
      fmt::format("The objective `energy` does not support the mapped object '{}': use one of its parents.", name));
}

}  // namespace

void StrainEnergy::declare(base::Parameters<Data>& p) {
  p.required("object", &Data::object, "", "object whose forces are considered");
}

StrainEnergy::StrainEnergy(const Data& data, const ObjectiveContext& context) : object_(data.object) {
  for (const auto& force : bodyNamed(context, data.object).forces) {
    if (force->isLoad() || force->dependsOnVelocity()) continue;
    if (!force->hasEnergy())
      throw base::InputError(fmt::format(
          "The objective `energy` is not available for '{}', because '{}' has no energy: use another material.",
          data.object, force->name()));
    forces_.push_back(force.get());
  }
  if (forces_.empty())
    throw base::InputError(
        fmt::format("The objective `energy` has no value for '{}', because loads and forces that depend on velocities "
                    "do not contribute and the object has no other forces: use the objective `compliance` for the work "
                    "of the loads.",
                    data.object));
}

double StrainEnergy::value(const ObjectiveSample& sample) const {
  double energy = 0.0;
  for (const force::ForceField* force : forces_) energy += force->energy();
  return sample.comm().sum(energy);
}

void StrainEnergy::addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const {
  const la::CombinedLayout& layout = sample.equations().linearSystem().layout();
  const la::Vector one = layout.makeVector();
  Cotangents& cotangents = derivatives.cotangents();
  for (const force::ForceField* force : forces_) {
    const system::StateArrays f = system::forceOf(sample.mechanics(), *force);
    layout.gather({f.begin(), f.end()}, one.get());
    TENON_PETSC(VecAXPY(cotangents.q.get(), -1.0, one.get()));
    cotangents.explicit_terms.energies[force->name()] = 1.0;
  }
}

}  // namespace tenon::analysis
