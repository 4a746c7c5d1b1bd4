// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Orthonormal directions N with prescribed values, N^T u = values. The entries of N are zero at
/// prescribed degrees of freedom.
struct ConstrainedDirections {
  JacobianRows rows;           ///< entries of N^T; each row belongs to one rank
  std::vector<double> values;  ///< prescribed value of each row of this rank
};

/// Function that returns the number of a local node in the mesh file, for messages.
using NodeTag = std::function<std::int64_t(const la::State&, LocalIndex)>;

}  // namespace tenon::constraint
