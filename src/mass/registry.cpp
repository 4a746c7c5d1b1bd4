#include "tenon/mass/registry.hpp"

#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mass/LumpedMass.hpp"
#include "tenon/mass/NodalMass.hpp"
#include "tenon/mass/ThinMass.hpp"

namespace tenon::mass {

void registerMasses(MassRegistry& masses) {
  masses.addCommon<MassDamping>();
  masses.add<ConsistentMass>("consistent", "mass consistent with the shape functions");
  masses.add<LumpedMass>("lumped", "diagonal mass: row sums, or the scaled diagonal on cells of second order");
  masses.add<LineMass>("line", "diagonal mass of lines: trusses, cables, beams");
  masses.add<SurfaceMass>("surface", "diagonal mass of faces in space: membranes");
  masses.add<NodalMass>("nodal", "the same mass at each node of a group");
}

}  // namespace tenon::mass
