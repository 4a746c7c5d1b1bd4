// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "loads.hpp"

#include "fem/kernels/VolumeKernel.hpp"

namespace tenon::force {
namespace {

template <mesh::CellType type>
void addVolumeLoadOn(const fem::RegionPart& part, const double* rest, const Vec3& load, double thickness,
                     bool is_axisymmetric, double* f) {
  using Kernel = fem::VolumeKernel<type>;
  const Kernel kernel{part.table(), rest, thickness, is_axisymmetric};
  for (base::LocalIndex first = 0; first < part.numCells(); first += base::num_lanes) {
    const int count = std::min(base::num_lanes, part.numCells() - first);
    base::Lane m[Kernel::n], unused[Kernel::n], force[Kernel::n][Kernel::dim];
    kernel.nodal(first, m, unused);
    for (int a = 0; a < Kernel::n; ++a)
      for (int i = 0; i < Kernel::dim; ++i) force[a][i] = load[i] * m[a];
    fem::scatterAdd(part.table(), first, count, force, f);
  }
}

}  // namespace

void addVolumeLoad(const fem::Region& region, const la::State& state, const Vec3& load, double thickness,
                   gsl::span<double> f) {
  for (const auto& part : region.parts()) {
    const auto add = [&](auto cell) {
      addVolumeLoadOn<decltype(cell)::type>(part, state.reference().data(), load, thickness, region.isAxisymmetric(),
                                            f.data());
    };
    region.dimension() == 2 ? fem::withCellType<2>(part.type(), add) : fem::withCellType<3>(part.type(), add);
  }
}

void addLoad(const fem::Region& region, const la::State& state, const LoadAtPoint& load, gsl::span<double> f,
             const std::function<int(mesh::CellType)>& degree) {
  const int dim = state.block();
  fem::forEachPoint(region, state, degree, false,
                    [&](const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) {
                      const Vec3 force = load(part, cell, point);
                      for (int a = 0; a < point.num_nodes; ++a) {
                        double* nodal = f.data() + static_cast<std::ptrdiff_t>(part.nodesOf(cell)[a]) * dim;
                        for (int i = 0; i < dim; ++i) nodal[i] += point.shape[a] * force[i];
                      }
                    });
}

}  // namespace tenon::force
