#include "tenon/fem/laws/FibreField.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <optional>

#include "tenon/base/Error.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::fem {
namespace {

using base::Vec3;

constexpr double least_angle = 1e-8;  // smallest angle between fibre and sheet

std::string placeOf(const PointGeometry& point) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", point.position[0], point.position[1], point.position[2]);
}

struct Axes {
  Vec3 fibre, sheet;
};

Axes axesAt(const Field& fibre, const std::optional<Field>& sheet, const RegionPart& part, LocalIndex cell,
            const PointGeometry& point, const std::string& wanted_by) {
  const Vec3 f = fibre.vectorAt(part, cell, point, 0.0);
  if (!(f.norm() > 0))
    throw base::InputError(
        fmt::format("{}: the direction of the fibres is (0, 0, 0) at {}.", wanted_by, placeOf(point)));
  const Vec3 along = f.normalized();
  if (!sheet) return {along, along.unitOrthogonal()};
  const Vec3 s = sheet->vectorAt(part, cell, point, 0.0), across = s - along.dot(s) * along;
  if (!(across.norm() > least_angle * s.norm()))
    throw base::InputError(
        fmt::format("{}: the sheet ({}, {}, {}) is zero or along the fibres at {}: it has to span a plane with them.",
                    wanted_by, s[0], s[1], s[2], placeOf(point)));
  return {along, across.normalized()};
}

std::vector<Fibres> fibresOf(const RegionPart& part, const Domain& domain, const Field& fibre,
                             const std::optional<Field>& sheet, const std::string& wanted_by) {
  CellIntegrator integrator(part.type(), quadrature(part.type(), Purpose::stiffness));
  const auto points = static_cast<std::size_t>(integrator.numPoints());
  const auto batches = static_cast<std::size_t>((part.numCells() + base::num_lanes - 1) / base::num_lanes);
  std::vector<Fibres> fibres(batches * points);
  for (std::size_t i = 0; i < batches * base::num_lanes; ++i) {
    // Lanes beyond the last cell repeat its directions.
    const LocalIndex cell = std::min(static_cast<LocalIndex>(i), part.numCells() - 1);
    integrator.place(part.nodesOf(cell), domain.state.rest().data(), domain.state.block());
    for (std::size_t q = 0; q < points; ++q) {
      const Axes axes = axesAt(fibre, sheet, part, cell, integrator.at(static_cast<int>(q)), wanted_by);
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
                       const std::string& wanted_by) {
  if (!sources.are_wanted) return;
  if (!sources.fibre.isGiven()) throw base::InputError(wanted_by + ": the material needs the direction of its fibres.");
  const Field fibre(sources.fibre, domain, region, wanted_by);
  std::optional<Field> sheet;
  if (sources.sheet.isGiven()) sheet.emplace(sources.sheet, domain, region, wanted_by);
  base::collectively(domain.mesh.comm(), [&] {
    for (const RegionPart& part : region.parts()) parts_.push_back(fibresOf(part, domain, fibre, sheet, wanted_by));
  });
}

}  // namespace tenon::fem
