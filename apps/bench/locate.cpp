// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "locate.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "fem/search/CellSearch.hpp"
#include "measure.hpp"
#include "sizes.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::bench {
namespace {

/// Returns this rank's share of points that fill the unit cube evenly; consecutive points are not
/// adjacent.
/// @see Additive recurrence of M. Roberts, The unreasonable effectiveness of quasirandom sequences
/// (2018).
std::vector<base::Vec3> pointsOf(const base::Communicator& comm, int count) {
  constexpr double g = 1.2207440846057596;  // root of g^4 = g + 1
  const base::Vec3 step(1 / g, 1 / (g * g), 1 / (g * g * g));
  const long first = static_cast<long>(count) * comm.rank() / comm.size();
  const long last = static_cast<long>(count) * (comm.rank() + 1) / comm.size();
  std::vector<base::Vec3> points;
  for (long i = first; i < last; ++i) {
    const base::Vec3 x = base::Vec3::Constant(0.5) + static_cast<double>(i) * step;
    points.push_back(x.unaryExpr([](double v) { return v - std::floor(v); }));
  }
  return points;
}

}  // namespace

void measureLocate(const base::Communicator& comm, const LocateOptions& options) {
  const system::Body cube("cube", mesh::box(comm, mesh::CellType::tet4, {options.n, options.n, options.n}));
  const std::vector<base::Vec3> points = pointsOf(comm, options.points);
  std::vector<double> making, all, cpu;
  long outside = 0;
  for (int r = 0; r < options.reps; ++r) {
    std::unique_ptr<fem::CellSearch> search;
    const Duration made = measure(comm, [&] { search = std::make_unique<fem::CellSearch>(cube.domain(), 1e-6); });
    std::vector<fem::ContainingCell> cells;
    const Duration found = measure(comm, [&] { cells = search->find(points); });
    making.push_back(made.wall);
    all.push_back(made.wall + found.wall);
    cpu.push_back(made.cpu + found.cpu);
    outside = 0;
    for (const fem::ContainingCell& cell : cells) outside += cell.tag < 0 || cell.outside > 0 ? 1 : 0;
    outside = comm.sum(outside);
  }
  nlohmann::ordered_json out{{"prog", "tenon"}, {"ranks", comm.size()}, {"points", options.points}};
  out["elements"] = numTopCells(cube.mesh());
  out["outside"] = outside;
  out["make_ms"] = median(making);
  out["locate_ms"] = median(all);
  out["locate_cpu_ms"] = median(cpu);
  out["peak_mb"] = peakMiB(comm);
  if (comm.isRoot()) std::printf("%s\n", out.dump().c_str());
}

}  // namespace tenon::bench
