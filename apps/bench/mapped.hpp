// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench mapped`.
struct MappedOptions {
  std::string elem = "tet";
  int n = 50;
  int points = 50000;  ///< approximate number of points of the surface
  int chain = 1;       ///< number of surfaces, each mapped to the previous one
  bool frame = false;  ///< true if the cube itself is mapped to one rigid body
  int reps = 9;
};

/// Measures the assembly of the cube with a mapped surface: embedded points under pressure, joined
/// by springs. Compares it with the cube alone and with J^T K J formed by PETSc from sparse
/// matrices. With `frame`, measures the cube mapped to one rigid body instead. Prints one JSON line
/// on the root.
/// @note Collective.
void measureMapped(const base::Communicator& comm, const MappedOptions& options);

}  // namespace tenon::bench
