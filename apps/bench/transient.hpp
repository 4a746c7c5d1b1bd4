// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench transient`.
struct TransientOptions {
  std::string elem = "tet";  ///< "tet": n^3 boxes of 6 linear tetrahedra; "hex": n^3 hexahedra
  int n = 24;                ///< boxes along each edge of the unit cube
  int steps = 20;            ///< number of steps, at least 2: the first one is not measured
  std::string stepper = "generalised-alpha";
  double step = 0.0;                 ///< 0: 1e-3, or a stable step of the explicit integrator
  std::string system = "assembled";  ///< or "matrix-free"
  std::string preset;                ///< empty: cg-amg, or cg-block-jacobi without an assembled matrix
  bool nonlinear = false;            ///< true for a Saint Venant-Kirchhoff material, solved by Newton's method
  std::vector<std::string> petsc;    ///< command-line options for PETSc
};

/// Measures the reference problem with density 1 (lumped for central differences), from zero
/// displacement and velocity: median time of a step after the first one, and the objects that these
/// steps should not create. Prints one JSON line on the root.
/// @note Collective.
void measureTransient(const base::Communicator& comm, const TransientOptions& options);

}  // namespace tenon::bench
