#pragma once
#include <Eigen/Core>
#include <string>

namespace tenon::solver {

/// Orthonormal basis of the columns' range ; what is below 1e-4 of 1 counts as zero.
Eigen::MatrixXd rangeOf(const Eigen::MatrixXd& columns);

/// Orthonormal basis of those coefficients c for which directions * c lies in the range of the orthonormal `space`.
Eigen::MatrixXd within(const Eigen::MatrixXd& directions, const Eigen::MatrixXd& space);

/// A space of rigid motions of one body in words: "move along x and y and turn about z". Rows of `motions`:
/// translation, then rotation; any length unit. `block`: 2 in the plane.
std::string describeMotion(const Eigen::MatrixXd& motions, int block);

}  // namespace tenon::solver
