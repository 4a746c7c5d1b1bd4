#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct LongRowOptions {
  int n = 20;                      ///< hexahedra along each edge of the unit cube
  std::string row = "none";        ///< what is held beside: see longRow.cpp
  bool nonlinear = false;          ///< a Saint Venant-Kirchhoff material, by Newton's method
  std::string preset;              ///< default: schur, and cg-amg without rows
  std::vector<std::string> petsc;  ///< the command line's words for PETSc
};

/// The unit cube of n^3 trilinear hexahedra, E = 1e5, nu = 0.3, clamped below and pulled at its top, and rows that join
/// all its nodes: the time of everything but the mesh. Prints one JSON line on the root. Collective.
void measureLongRow(const base::Communicator& comm, const LongRowOptions& options);

}  // namespace tenon::bench
