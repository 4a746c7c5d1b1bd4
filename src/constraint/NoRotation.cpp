#include "tenon/constraint/NoRotation.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>

#include "tenon/base/Error.hpp"

namespace tenon::constraint {

using base::Mat3;
using base::Vec3;

void NoRotation::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose nodes do not turn on average");
}

NoRotation::NoRotation(Data data, const fem::Domain& domain) : GroupCondition("no-rotation", data.group, domain) {
  requireFewNodes();
  double sums[4] = {};
  for (const base::LocalIndex node : ownedNodes()) {
    for (int i = 0; i < 3; ++i) sums[i] += place(node)[i];
    sums[3] += 1.0;
  }
  domain.mesh.comm().sumInPlace<double>(sums);
  centroid_ = Eigen::Map<const Vec3>(sums) / sums[3];
  requireExtent();
}

void NoRotation::requireExtent() const {
  constexpr double round_off = 1e-12;  // of squares
  Mat3 spread = Mat3::Zero();
  double size = 0.0;
  for (const base::LocalIndex node : ownedNodes()) {
    const Vec3 r = place(node) - centroid_;
    spread += r * r.transpose();
    size += place(node).squaredNorm();
  }
  const base::Communicator& comm = domain().mesh.comm();
  comm.sumInPlace(gsl::span<double>(spread.data(), 9));
  size = comm.sum(size);
  const Vec3 squares = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvalues();  // ascending
  if (squares[2] <= round_off * size)
    throw base::InputError(fmt::format("{}: all its nodes are at one place, which has no rotation.", name()));
  if (state().block() == 3 && squares[1] <= round_off * squares[2])
    throw base::InputError(
        fmt::format("{}: its nodes lie on one line, and a line has no rotation about itself.", name()));
}

void NoRotation::direct(ObliqueDirections& directions) const {
  for (int axis = state().block() == 2 ? 2 : 0; axis < 3; ++axis) {
    ObliqueDirections::Sum sum{{}, this};
    for (const base::LocalIndex node : ownedNodes())
      sum.terms.push_back({&state(), node, Vec3::Unit(axis).cross(place(node) - centroid_)});
    directions.blockSum(std::move(sum));
  }
}

}  // namespace tenon::constraint
