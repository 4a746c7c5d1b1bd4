// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mass/registry.hpp"

#include "NodalMass.hpp"
#include "ThinMass.hpp"
#include "mass/LumpedMass.hpp"
#include "tenon/mass/ConsistentMass.hpp"

namespace tenon::mass {

void registerMasses(MassRegistry& masses) {
  masses.addCommon<MassDamping>();
  masses.add<ConsistentMass>("consistent", "consistent mass matrix of the shape functions");
  masses.add<LumpedMass>("lumped", "lumped (diagonal) mass: row sums, or the scaled diagonal for second-order cells");
  masses.add<LineMass>("line", "lumped mass of lines: trusses, cables and beams");
  masses.add<SurfaceMass>("surface", "lumped mass of surfaces in space: membranes");
  masses.add<NodalMass>("nodal", "a point mass at each node of a group");
}

}  // namespace tenon::mass
