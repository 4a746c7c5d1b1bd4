#pragma once
#include <functional>

#include "tenon/fem/CellIntegrator.hpp"

// Consistent nodal forces of loads, f_a += integral of N_a q: what gravity, tractions and the like have in common.
namespace tenon::force {

using base::Vec3;

/// f_a += q * integral of N_a over the volumes of a region (over faces times thickness in plane problems, `thickness`).
void addVolumeLoad(const fem::Region& region, const la::State& state, const Vec3& load, double thickness,
                   gsl::span<double> f);

/// The load at a point of cell `cell` of a part, times point.measure: force.
using LoadAtPoint = std::function<Vec3(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry&)>;

/// f_a += sum over the quadrature points of N_a * load(point). For loads that differ from point to point, on cells of
/// any dimension, with the rule of the given degree.
void addLoad(const fem::Region& region, const la::State& state, const LoadAtPoint& load, gsl::span<double> f,
             const std::function<int(mesh::CellType)>& degree = fem::massDegree);

}  // namespace tenon::force
