// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace tenon::system {
class MechanicalSystem;
}  // namespace tenon::system

namespace tenon::testing {

/// Difference between two types of linear systems that represent the same matrix.
struct MatrixDifference {
  std::string system;  ///< name of the linear system that is compared with the fixed pattern
  double difference;   ///< largest entry of the difference of the products with random vectors
  double size;         ///< infinity norm of the matrix, i.e. its largest absolute row sum
};

/// Compares all types of linear systems that represent the matrix A = m M + b B + k K: the systems
/// with fixed pattern and with general assembly, the composite system, the sum of its parts, and
/// the matrix-free system.
/// @param mechanics  mechanical system in any configuration
/// @return largest difference of each type from the system with fixed pattern, the same on all
///   ranks
/// @note Collective.
std::vector<MatrixDifference> matrixDifferences(const system::MechanicalSystem& mechanics);

}  // namespace tenon::testing
