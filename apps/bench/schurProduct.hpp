// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench schur-product`.
struct SchurProductOptions {
  int rows = 300000;  ///< number of rows, three per point
  int reps = 200;     ///< number of products; the median is reported
};

/// Measures the product N l = G M^-1 G^T l and the two products G u and G^T l that it consists of,
/// for a chain of points with mass. Each point is tied to its predecessor in x, y and z, the first
/// one to the ground. Prints one JSON line on the root.
/// @note Collective.
void measureSchurProduct(const base::Communicator& comm, const SchurProductOptions& options);

}  // namespace tenon::bench
