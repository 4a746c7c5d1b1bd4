// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "invalidConfiguration.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <limits>

#include "fem/shapes.hpp"
#include "force/interactions/Bushing.hpp"
#include "system/mapped/MappedForce.hpp"
#include "tenon/fem/Quadrature.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using system::Body;

bool refusesInversion(const Body& body) {
  for (const auto& force : body.forces)
    if (const auto* solid = dynamic_cast<const force::Solid*>(force.get()); solid && solid->refusesInversion())
      return true;
  return false;
}

/// Returns the gradients of the shape functions at the quadrature points of K,
/// [points][nodes][dimension].
std::vector<double> gradientsOf(mesh::CellType type) {
  const fem::QuadratureRule rule = fem::quadrature(type, fem::Purpose::stiffness);
  const auto size = static_cast<std::size_t>(mesh::info(type).num_nodes * mesh::info(type).dimension);
  std::vector<double> gradients(size * static_cast<std::size_t>(rule.numPoints()));
  for (std::size_t q = 0; q < rule.points.size(); ++q)
    fem::shapeGradients(type, rule.points[q].data(), &gradients[q * size]);
  return gradients;
}

/// Returns true if the Jacobian determinant of dx/dxi of a cell with these nodes is positive at all
/// points.
template <int dim>
bool isWhole(const std::vector<double>& gradients, const std::vector<Eigen::Matrix<double, dim, 1>>& x) {
  const std::size_t size = x.size() * dim;
  for (std::size_t start = 0; start < gradients.size(); start += size) {
    Eigen::Matrix<double, dim, dim> J = Eigen::Matrix<double, dim, dim>::Zero();
    for (std::size_t a = 0; a < x.size(); ++a)
      J += x[a] * Eigen::Map<const Eigen::Matrix<double, 1, dim>>(&gradients[start + a * dim]);
    if (!(J.determinant() > 0.0)) return false;
  }
  return true;
}

template <int dim>
std::int64_t lowestInverted(const Body& body) {
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  const auto rest = std::as_const(body).state().reference(), u = std::as_const(body).state().displacement();
  for (const mesh::CellBlock& block : body.mesh().blocks()) {
    const mesh::CellTypeInfo& info = mesh::info(block.type);
    if (info.dimension != dim) continue;
    const std::vector<double> gradients = gradientsOf(block.type);
    std::vector<Eigen::Matrix<double, dim, 1>> x(static_cast<std::size_t>(info.num_nodes));
    for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
      for (std::size_t a = 0; a < x.size(); ++a)
        for (int i = 0; i < dim; ++i) {
          const std::size_t at = static_cast<std::size_t>(block.nodesOf(cell)[a]) * dim + static_cast<std::size_t>(i);
          x[a][i] = rest[at] + u[at];
        }
      const std::int64_t tag = block.tags[static_cast<std::size_t>(cell)];
      if (tag < lowest && !isWhole<dim>(gradients, x)) lowest = tag;
    }
  }
  return lowest;
}

constexpr const char* half_a_revolution =
    "reaches half a revolution, beyond which the moment of a three-dimensional bushing is undefined: use a hinge-joint "
    "with an `angle` and a `compliance` as a torsional spring for any angle";

/// Returns the name of the first bushing that fulfils a condition on any rank; empty if there is
/// none.
/// @note Collective.
std::string nameOfBushing(const system::MechanicalSystem& mechanics, bool (force::Bushing::*condition)() const) {
  for (const force::ForceField* force : mechanics.forceFields()) {
    const system::MappedForce* const mapped = mechanics.mapped(force);
    const auto* bushing = dynamic_cast<const force::Bushing*>(mapped == nullptr ? force : &mapped->force());
    if (bushing != nullptr && mechanics.comm().any((bushing->*condition)())) return bushing->name();
  }
  return "";
}

}  // namespace

std::string describeInvertedElement(const system::MechanicalSystem& mechanics) {
  for (const auto& body : mechanics.bodies()) {
    const int dimension = body->state().dimension();
    if (!refusesInversion(*body) || body->mesh().dimension() != dimension) continue;
    const std::int64_t mine = dimension == 2 ? lowestInverted<2>(*body) : lowestInverted<3>(*body);
    const std::int64_t lowest = mechanics.comm().min(static_cast<long>(mine));
    if (lowest != std::numeric_limits<std::int64_t>::max())
      return fmt::format("element {} of object '{}' is inverted (det F <= 0)", lowest, body->name());
  }
  return "";
}

std::string describeBushingAtLimit(const system::MechanicalSystem& mechanics) {
  const std::string name = nameOfBushing(mechanics, &force::Bushing::isNearHalfRevolution);
  return name.empty() ? "" : fmt::format("The relative rotation of '{}' {}.", name, half_a_revolution);
}

std::string describeInvalidConfiguration(const system::MechanicalSystem& mechanics) {
  const std::string name = nameOfBushing(mechanics, &force::Bushing::passesHalfRevolution);
  return name.empty() ? describeInvertedElement(mechanics)
                      : fmt::format("the relative rotation of '{}' {}", name, half_a_revolution);
}

}  // namespace tenon::analysis
