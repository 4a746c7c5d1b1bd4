#pragma once
#include "tenon/fem/Region.hpp"
#include "tenon/fem/kernels/VolumeKernel.hpp"

namespace tenon::mass {

/// Calls work(part, kernel) for each cell type of a region, with the kernel made for it; integrals times `scale`.
template <class Work>
void forEachPart(const fem::Region& region, const la::State& state, double scale, Work&& work) {
  for (const fem::RegionPart& part : region.parts()) {
    const auto withKernel = [&](auto cell) {
      work(part,
           fem::VolumeKernel<decltype(cell)::type>{part.table(), state.rest().data(), scale, region.isAxisymmetric()});
    };
    region.dimension() == 2 ? fem::withCellType<2>(part.type(), withKernel)
                            : fem::withCellType<3>(part.type(), withKernel);
  }
}

/// Mass of the cells of a region that this rank owns.
double ownedMass(const fem::Region& region, const la::State& state, double scale);

}  // namespace tenon::mass
