// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "tenon/fem/CellIntegrator.hpp"

// Consistent nodal forces of loads, f_a += integral of N_a q, shared by gravity, tractions and
// other loads.
namespace tenon::force {

using base::Vec3;

/// Adds f_a += q * integral of N_a over the volumes of a region, or over faces times `thickness` in
/// plane problems.
void addVolumeLoad(const fem::Region& region, const la::State& state, const Vec3& load, double thickness,
                   gsl::span<double> f);

/// Force at a quadrature point of cell `cell` of a part: load density times point.measure.
using LoadAtPoint = std::function<Vec3(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry&)>;

/// Adds f_a += sum over the quadrature points of N_a * load(point), for loads that differ from
/// point to point, on cells of any dimension.
/// @param degree  degree of the quadrature rule of a cell type
void addLoad(const fem::Region& region, const la::State& state, const LoadAtPoint& load, gsl::span<double> f,
             const std::function<int(mesh::CellType)>& degree = fem::massDegree);

}  // namespace tenon::force
