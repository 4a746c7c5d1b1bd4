// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fem/kernels/VolumeKernel.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::mass {

/// Calls work(part, kernel) for each cell type of a region with the kernel of that type.
/// @param region  region of solid or plane cells
/// @param state  state with the reference positions
/// @param scale  factor of all integrals, such as the density times the thickness
/// @param work  callable with a RegionPart and a VolumeKernel
template <class Work>
void forEachPart(const fem::Region& region, const la::State& state, double scale, Work&& work) {
  for (const fem::RegionPart& part : region.parts()) {
    const auto withKernel = [&](auto cell) {
      work(part, fem::VolumeKernel<decltype(cell)::type>{part.table(), state.reference().data(), scale,
                                                         region.isAxisymmetric()});
    };
    region.dimension() == 2 ? fem::withCellType<2>(part.type(), withKernel)
                            : fem::withCellType<3>(part.type(), withKernel);
  }
}

/// Returns the mass of the cells of a region that are owned by this rank.
/// @note Not collective.
double ownedMass(const fem::Region& region, const la::State& state, double scale);

}  // namespace tenon::mass
