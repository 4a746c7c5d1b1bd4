// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench contact --problem spheres`.
struct SpheresOptions {
  int bodies = 5000;
  int steps = 50;
  double tolerance = 1e-4;
  std::string solver = "accelerated-gradient";
  bool are_mixed = false;        ///< true if numbering and ownership are independent of position
  bool is_load_balanced = true;  ///< true if the work of a step is distributed by position; else the owners do it
  int period = 0;                ///< steps per revolution of gravity about y in a half-empty box with lid; 0: constant
  double rolling = 0.0;          ///< length of the resistance to rolling and spinning
  double sleep_velocity = 0.0, sleep_after = 0.2;
};

/// Measures spheres of radius 1 in a box without a lid: a square tower whose layers are 2.001
/// apart, each sphere slightly offset from the one below. The tower falls, settles and spreads
/// under gravity with friction 0.3, in steps of 0.01. Prints one JSON line on the root: means over
/// the last half of the steps, contacts and ghosts of the rank with most of them, and one
/// gauss-seidel sweep over the contacts of one additional step next to the two products with G.
/// @note Collective.
void measureSpheres(const base::Communicator& comm, const SpheresOptions& options);

}  // namespace tenon::bench
