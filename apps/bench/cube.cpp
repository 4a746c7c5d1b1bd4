// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "cube.hpp"

#include <fmt/format.h>

#include <cmath>

#include "StVenantKirchhoff.hpp"
#include "constraint/registry.hpp"
#include "mass/registry.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::bench {
namespace {

std::string elastic(const CubeOptions& options) {
  return fmt::format("{{type: elastic, material: {{type: {}, young: 1e5, poisson: {}}}}}", options.material,
                     options.poisson);
}
const char* const body_force = "{type: body-force, density: [0, 0, -1]}";
const char* const clamp = "{type: fixed, group: xmin}";

}  // namespace

std::unique_ptr<system::Body> makeCubeBody(const base::Communicator& comm, mesh::CellType type, int n,
                                           const CubeOptions& options) {
  auto body = std::make_unique<system::Body>("cube", mesh::box(comm, type, {n, n, n}));
  force::ForceRegistry forces("force");
  force::registerForces(forces);
  if (options.nonlinear)
    body->forces.push_back(std::make_unique<force::SolidForce<StVenantKirchhoff>>(
        StVenantKirchhoff::of(1e5, 0.3), force::SolidOptions{}, body->domain()));
  else
    body->forces.push_back(forces.make(base::CaseNode::parse(elastic(options), "tenon-bench"), body->domain()));
  body->forces.push_back(forces.make(base::CaseNode::parse(body_force, "tenon-bench"), body->domain()));
  if (!options.mass.empty()) {
    mass::MassRegistry masses("mass");
    mass::registerMasses(masses);
    const std::string text = "{type: " + options.mass + ", density: 1}";
    body->masses.push_back(masses.make(base::CaseNode::parse(text, "tenon-bench"), body->domain()));
  }
  constraint::ConditionRegistry conditions("condition");
  constraint::registerConditions(conditions);
  body->conditions.push_back(conditions.make(base::CaseNode::parse(clamp, "tenon-bench"), body->domain()));
  return body;
}

void deform(la::State& state) {
  for (std::size_t i = 0; i < state.reference().size(); i += 3)
    for (std::size_t c = 0; c < 3; ++c)
      state.displacement()[i + c] = 0.1 * std::sin(3.0 * state.reference()[i + c] + state.reference()[i + (c + 1) % 3]);
}

std::unique_ptr<system::MechanicalSystem> makeCube(const base::Communicator& comm, mesh::CellType type, int n,
                                                   const CubeOptions& options) {
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(makeCubeBody(comm, type, n, options));
  return std::make_unique<system::MechanicalSystem>(std::move(bodies),
                                                    std::vector<std::unique_ptr<constraint::Constraint>>{});
}

}  // namespace tenon::bench
