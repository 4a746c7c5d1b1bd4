// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FibreField.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <optional>

#include "tenon/base/Error.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::fem {
namespace {

using base::Vec3;

constexpr double least_angle = 1e-8;  // smallest angle between fibre and sheet

std::string describePoint(const PointGeometry& point) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", point.position[0], point.position[1], point.position[2]);
}

struct Axes {
  Vec3 fibre, sheet;
};

Axes axesAt(const Field& fibre, const std::optional<Field>& sheet, const RegionPart& part, LocalIndex cell,
            const PointGeometry& point, const std::string& context) {
  const Vec3 f = fibre.vectorAt(part, cell, point, 0.0);
  if (!(f.norm() > 0))
    throw base::InputError(fmt::format("{}: the fibre direction must not be zero, but is (0, 0, 0) at {}.", context,
                                       describePoint(point)));
  const Vec3 along = f.normalized();
  if (!sheet) return {along, along.unitOrthogonal()};
  const Vec3 s = sheet->vectorAt(part, cell, point, 0.0), across = s - along.dot(s) * along;
  if (!(across.norm() > least_angle * s.norm()))
    throw base::InputError(
        fmt::format("{}: the sheet direction ({}, {}, {}) is zero or parallel to the fibres at {}, but must span a "
                    "plane with the fibres.",
                    context, s[0], s[1], s[2], describePoint(point)));
  return {along, across.normalized()};
}

std::vector<Fibres> fibresOf(const RegionPart& part, const Domain& domain, const Field& fibre,
                             const std::optional<Field>& sheet, const std::string& context) {
  CellIntegrator integrator(part.type(), quadrature(part.type(), Purpose::stiffness));
  const auto points = static_cast<std::size_t>(integrator.numPoints());
  const auto batches = static_cast<std::size_t>((part.numCells() + base::num_lanes - 1) / base::num_lanes);
  std::vector<Fibres> fibres(batches * points);
  for (std::size_t i = 0; i < batches * base::num_lanes; ++i) {
    // Lanes beyond the last cell repeat its directions.
    const LocalIndex cell = std::min(static_cast<LocalIndex>(i), part.numCells() - 1);
    integrator.setCell(part.nodesOf(cell), domain.state.reference().data(), domain.state.block());
    for (std::size_t q = 0; q < points; ++q) {
      const Axes axes = axesAt(fibre, sheet, part, cell, integrator.at(static_cast<int>(q)), context);
      Fibres& to = fibres[i / base::num_lanes * points + q];
      for (int d = 0; d < 3; ++d) {
        to.fibre[d][static_cast<int>(i % base::num_lanes)] = axes.fibre[d];
        to.sheet[d][static_cast<int>(i % base::num_lanes)] = axes.sheet[d];
      }
    }
  }
  return fibres;
}

}  // namespace

FibreField::FibreField(const FibreSources& sources, const Domain& domain, const Region& region,
                       const std::string& context) {
  if (!sources.needs_fibres) return;
  if (!sources.fibre.isGiven())
    throw base::InputError(context + ": the material requires a fibre direction: specify `fibre` in `material`.");
  const Field fibre(sources.fibre, domain, region, context);
  std::optional<Field> sheet;
  if (sources.sheet.isGiven()) sheet.emplace(sources.sheet, domain, region, context);
  base::runCollectively(domain.mesh.comm(), [&] {
    for (const RegionPart& part : region.parts()) parts_.push_back(fibresOf(part, domain, fibre, sheet, context));
  });
}

}  // namespace tenon::fem
