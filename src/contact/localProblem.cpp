#include "localProblem.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "tenon/contact/coulombCone.hpp"

namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

constexpr int most_projections = 50;
constexpr double small_change = 1e-3;  // of the first one: what is left, the next sweep sees to
constexpr double hidden = 1e-12;       // of W: what a direction without any mobility gets, so that there is an inverse

}  // namespace

LocalProblem::LocalProblem(const Mat3& block) : W(block) {
  W.diagonal().array() += hidden * W.trace();
  inverse = W.inverse();
  largest = Eigen::SelfAdjointEigenSolver<Mat3>().computeDirect(W, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

Vec3 LocalProblem::solve(const Vec3& q, const Vec3& gamma, double friction) const {
  if (q[0] >= 0.0) return Vec3::Zero();
  const Vec3 without_sliding(-q[0] / W(0, 0), 0.0, 0.0);
  if (friction == 0.0) return without_sliding;
  const Vec3 sticking = -inverse * q;
  if (std::hypot(sticking[1], sticking[2]) <= friction * sticking[0]) return sticking;
  Vec3 sliding = gamma[0] > 0.0 ? gamma : without_sliding;
  double first = 0.0;
  for (int k = 0; k < most_projections; ++k) {
    const Vec3 next = projectOnCone(sliding - augmented(W * sliding + q, friction) / largest, friction);
    const double change = (next - sliding).norm();
    sliding = next;
    if (k == 0) first = change;
    if (change <= small_change * first) break;
  }
  return sliding;
}

}  // namespace tenon::contact
