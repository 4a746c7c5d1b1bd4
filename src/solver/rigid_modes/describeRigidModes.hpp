// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <string>

namespace tenon::solver {

/// Returns an orthonormal basis of the range of the columns; values below 1e-4 of 1 count as zero.
Eigen::MatrixXd orthonormalRange(const Eigen::MatrixXd& columns);

/// Returns an orthonormal basis of the coefficients c for which directions · c lies in the range of
/// the orthonormal `space`.
Eigen::MatrixXd intersect(const Eigen::MatrixXd& directions, const Eigen::MatrixXd& space);

/// Returns a description of a space of rigid-body modes of one body, such as "move along x and y
/// and turn about z".
/// @param motions  basis in columns; rows: translation, then rotation, in any unit of length
/// @param block  2 in 2D
std::string describeRigidModes(const Eigen::MatrixXd& modes, int block);

}  // namespace tenon::solver
