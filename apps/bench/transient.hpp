#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct TransientOptions {
  std::string elem = "tet";  ///< "tet": n^3 little boxes of 6 linear tetrahedra; "hex": n^3 hexahedra
  int n = 24;                ///< little boxes along each edge of the unit cube
  int steps = 20;            ///< at least 2: the first one is not measured
  std::string stepper = "generalised-alpha";
  double step = 0.0;                 ///< 0: 1e-3, or what the stepper that makes no solves takes without trouble
  std::string system = "assembled";  ///< or "matrix-free"
  std::string preset;                ///< empty: cg-amg, or cg-block-jacobi where there are no entries
  bool nonlinear = false;            ///< a Saint Venant-Kirchhoff material, by Newton's method
  std::vector<std::string> petsc;    ///< the command line's words for PETSc
};

/// The reference problem with density 1 (lumped for central differences), from rest: what a step takes after the first
/// one, medians, and what it makes that it should not. Prints one JSON line on the root. Collective.
void measureTransient(const base::Communicator& comm, const TransientOptions& options);

}  // namespace tenon::bench
