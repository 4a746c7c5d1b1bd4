// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Angle.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

constexpr double nearly_straight = 1e-6;

std::string nameOf(const Angle::Data& data) {
  return data.name.empty() ? fmt::format("angle on {}", fmt::join(data.objects, ", ")) : data.name;
}

}  // namespace

void Angle::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the objects");
  p.required("objects", &Data::objects, "", "the object of the nodes a, b, c; or three objects, one for each node");
  p.required("triples", &Data::triples, "", "node numbers a, b, c of the mesh files; the angle is at b");
  p.optional("angle", &Data::angle, "radians",
             "reference value theta0 of every angle, in 3D between 0 and pi; default: the angle in the mesh");
  p.optional("history", &Data::history, "", "time factor of the angle, piecewise linear between the entries");
}

Angle::Angle(const Data& data, const fem::FindDomain& find)
    : Angle(data, fem::objectsOfTriples(data.objects, nameOf(data), find)) {}

Angle::Angle(const Data& data, const std::array<const fem::Domain*, 3>& objects)
    : DifferentiatedConstraint(
          nameOf(data), {objects.begin(), objects.end()},
          {{objects.begin(), objects.end()}, fem::listedTuples<3>(objects, data.triples, nameOf(data))}),
      history_(data.history),
      factor_(data.history(0.0)) {
  double nearest = 1.0;
  for (LocalIndex triple = 0; triple < tuples().size(); ++triple) {
    const std::vector<double> x = referencePositions(triple);
    Points<double, 3, 3> points;
    for (std::size_t p = 0; p < 3; ++p) {
      points[p].setZero();
      std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(p) * dimension(), dimension(), points[p].data());
    }
    const double measured = angleBetween<double, 3>(points);
    const base::Vec3 u = points[0] - points[1], v = points[2] - points[1];
    senses_.push_back(u.cross(v)[2] < 0.0 ? -1.0 : 1.0);
    angles_.push_back(data.angle.given.value_or(measured));
    for (const double angle : {measured, angles_.back()}) nearest = std::min({nearest, angle, std::abs(M_PI - angle)});
  }
  base::runCollectively(objects[0]->mesh.comm(), [&] {
    if (nearest < nearly_straight)
      throw base::InputError(
          fmt::format("{}: the angle is not differentiable if the two arms are collinear or have zero length; use "
                      "point-on-line to keep three nodes collinear.",
                      name()));
    requireReachable();
  });
}

// In space an angle beyond pi has no direction in which it continues.
void Angle::requireReachable() const {
  if (dimension() == 2) return;
  for (const double angle : angles_)
    for (const auto& entry : history_.table())
      if (entry.second * angle < 0.0 || entry.second * angle > M_PI)
        throw base::InputError(
            fmt::format("{}: the history prescribes an angle of {:.6g} at t = {:.6g}, but in 3D the angle must lie "
                        "between 0 and pi; use a hinge-joint for other angles.",
                        name(), entry.second * angle, entry.first));
}

}  // namespace tenon::constraint
