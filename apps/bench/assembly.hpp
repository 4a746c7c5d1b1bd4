// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench assembly`.
struct AssemblyOptions {
  std::string elem = "tet";             ///< "tet": n^3 boxes of 6 tet4 each; "hex": n^3 hex8
  int n = 24;                           ///< boxes along each edge of the unit cube
  int reps = 7;                         ///< number of repeated assemblies; the median is reported
  std::string contributor = "elastic";  ///< "corotational", "corotational-exact"; "mass": consistent mass; "springs"
                                        ///< along all edges; "blocks": springs delivered as
                                        ///< separate blocks
  std::string insertion = "slots";      ///< "slots": the known-pattern path; "blocked": MatSetValuesBlocked
  std::string checking = "off";         ///< "on": indices and shapes are checked; "values": values, too
  bool solves = false;                  ///< also solves by CG + AMG to a relative residual of 1e-8
};

/// Measures linear elasticity on the unit cube, E = 1e5, nu = 0.3, clamped at x = 0, body force (0,
/// 0, -1), from a mesh generated in memory to the solution, with the library's contributors. Prints
/// one JSON line on the root.
/// @note Collective.
void measureAssembly(const base::Communicator& comm, const AssemblyOptions& options);

}  // namespace tenon::bench
