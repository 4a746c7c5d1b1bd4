// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NoRotation.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "fem/meanPosition.hpp"
#include "fem/search/Box.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::constraint {

using base::Mat3;
using base::Vec3;

void NoRotation::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose mean rotation is constrained to zero");
}

NoRotation::NoRotation(Data data, const fem::Domain& domain) : GroupCondition("no-rotation", data.group, domain) {
  requireFewNodes();
  std::vector<Vec3> places;
  for (const base::LocalIndex node : ownedNodes()) places.push_back(position(node));
  centroid_ = fem::meanPosition(domain.mesh.comm(), places);
  requireExtent();
}

void NoRotation::requireExtent() const {
  constexpr double round_off = 1e-12;  // relative, of squared lengths
  Mat3 spread = Mat3::Zero();
  double same_place = 0.0;
  for (const base::LocalIndex node : ownedNodes()) {
    const Vec3 r = position(node) - centroid_;
    spread += r * r.transpose();
    same_place += std::pow(8.0 * fem::spacingAt(position(node)), 2);
  }
  const base::Communicator& comm = domain().mesh.comm();
  comm.sumInPlace(gsl::span<double>(spread.data(), 9));
  same_place = comm.sum(same_place);
  const Vec3 squares = base::computePrincipalValues(spread);  // ascending
  if (squares[2] <= same_place)
    throw base::InputError(fmt::format("{}: all nodes of the group coincide, so no rotation is defined.", name()));
  if (state().block() == 3 && squares[1] <= std::max(round_off * squares[2], same_place))
    throw base::InputError(fmt::format(
        "{}: the nodes of the group are collinear, so the rotation about their line is undefined.", name()));
}

void NoRotation::constrainDirections(ObliqueDirections& directions) const {
  for (int axis = state().block() == 2 ? 2 : 0; axis < 3; ++axis) {
    ObliqueDirections::WeightedSum sum{{}, this};
    for (const base::LocalIndex node : ownedNodes())
      sum.terms.push_back({&state(), node, Vec3::Unit(axis).cross(position(node) - centroid_)});
    directions.addSum(std::move(sum));
  }
}

}  // namespace tenon::constraint
