// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench locate`.
struct LocateOptions {
  int points = 1000000;  ///< number of points of all ranks together
  int n = 50;            ///< boxes along each edge, 6 tetrahedra each
  int reps = 3;
};

/// Measures the search for the tetrahedra of the reference mesh that contain given points. The
/// points lie anywhere in the cube, independently of the rank. Times the construction of the search
/// structure and the queries, median of `reps`. Prints one JSON line on the root.
/// @note Collective.
void measureLocate(const base::Communicator& comm, const LocateOptions& options);

}  // namespace tenon::bench
