// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench contact`.
struct ContactOptions {
  std::string problem = "blocks";
  int unknowns = 30000;            ///< approximate number of dofs of `blocks`
  std::string method = "mortar";   ///< contact method of `blocks`: mortar or nodes
  double friction = 0.0;           ///< friction coefficient of `blocks`
  std::string preset = "schur";    ///< solver preset of `blocks`
  std::vector<std::string> petsc;  ///< command-line options for PETSc
};

/// Measures the contact of two elastic unit cubes (`blocks`: hexes, nu = 0.3), n^3 cells below and
/// (n + 1)^3 above. The lower side of the upper cube bulges by 0.01. The upper cube is pressed down
/// by 0.01 in the first load step and by 0.005 more in the second. Prints one JSON line on the
/// root.
/// @note Collective.
void measureContact(const base::Communicator& comm, const ContactOptions& options);

}  // namespace tenon::bench
