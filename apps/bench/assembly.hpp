#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct AssemblyOptions {
  std::string elem = "tet";             ///< "tet": n^3 little boxes of 6 tet4 each; "hex": n^3 hex8
  int n = 24;                           ///< little boxes along each edge of the unit cube
  int reps = 7;                         ///< repeated assemblies; their median counts
  std::string contributor = "elastic";  ///< "corotational", "corotational-exact"; "mass": consistent; "springs"
                                        ///< along all edges; "blocks": these one by one
  std::string insertion = "slots";      ///< "slots": the known-pattern path; "blocked": MatSetValuesBlocked
  std::string checking = "off";         ///< "on": indices and shapes are looked at, "values": these too
  bool solves = false;                  ///< also CG + AMG to a relative residual of 1e-8
};

/// Linear elasticity on the unit cube, E = 1e5, nu = 0.3, clamped at x = 0, body force (0, 0, -1), from a mesh made in
/// memory to the solution, through the library's own contributors. Prints one JSON line on the root. Collective.
void measureAssembly(const base::Communicator& comm, const AssemblyOptions& options);

}  // namespace tenon::bench
