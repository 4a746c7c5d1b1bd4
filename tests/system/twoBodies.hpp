// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "constraint/dirichlet/Fixed.hpp"
#include "force/Springs.hpp"
#include "mass/LumpedMass.hpp"
#include "problem.hpp"
#include "tenon/mass/ConsistentMass.hpp"

namespace tenon::testing {

/// Returns two bodies without contact, with damped springs between them, masses and a clamp: all
/// contributions to A.
inline std::unique_ptr<MechanicalSystem> twoBodies(const base::Communicator& comm, int partition, bool clamped = true) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(comm, "lower", CellType::tet4, {2, 1, 1}, 0.0, partition));
  bodies.push_back(elasticBox(comm, "upper", CellType::hex8, {1, 2, 1}, 1.5, partition));
  bodies[0]->forces.front()->rayleigh_stiffness = 0.02;
  bodies[0]->masses.push_back(std::make_unique<mass::ConsistentMass>(mass::Density{3.0, "", 1}, bodies[0]->domain()));
  bodies[1]->masses.push_back(std::make_unique<mass::LumpedMass>(mass::Density{2.0, "", 1}, bodies[1]->domain()));
  bodies[1]->masses.front()->rayleigh_mass = 0.5;
  if (clamped)
    bodies[0]->conditions.push_back(
        std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, bodies[0]->domain()));
  const fem::FindDomain find = [&bodies](const std::string& name) -> const fem::Domain& {
    return bodies[name == "lower" ? 0 : 1]->domain();
  };
  force::Springs::Data springs;
  springs.first = {"lower", "zmax"};
  springs.second = {"upper", "zmin"};
  springs.stiffness = 300.0;
  springs.damping = 7.0;
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  interactions.push_back(std::make_unique<force::Springs>(springs, find));
  auto mechanics = std::make_unique<MechanicalSystem>(
      std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{}, std::move(interactions));
  mechanics->rayleigh = {0.25, 0.01};
  FileOrder(*mechanics).moveRandomly(*mechanics, 0.02, 0.3);
  return mechanics;
}

}  // namespace tenon::testing
