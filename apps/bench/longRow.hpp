#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct LongRowOptions {
  std::string elem = "hex";        ///< "hex": trilinear hexahedra; "quad": bilinear quadrilaterals in plane strain
  int n = 20;                      ///< cells along each edge of the unit cube or square
  std::string row = "none";        ///< what is held beside: see longRow.cpp
  bool nonlinear = false;          ///< a Saint Venant-Kirchhoff material, by Newton's method
  std::string preset;              ///< default: few-rows; schur for `rigid`, cg-amg without rows
  std::vector<std::string> petsc;  ///< the command line's words for PETSc
};

/// The unit cube or square, E = 1e5, nu = 0.3, clamped below and pulled at its top, and rows that join all its nodes:
/// the time of everything but the mesh. Prints one JSON line on the root. Collective. InputError for a nonlinear plane
/// problem.
void measureLongRow(const base::Communicator& comm, const LongRowOptions& options);

}  // namespace tenon::bench
