#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct SpheresOptions {
  int bodies = 5000;
  int steps = 50;
  double tolerance = 1e-4;
  std::string solver = "accelerated-gradient";
  bool are_mixed = false;  ///< numbered, and dealt to their owners, in an order that has nothing to do with their place
  bool is_dealt = true;    ///< the work of steps goes to ranks by place; else owners do it
  int turn = 0;  ///< steps in which gravity turns once about y, in a box with a lid, half empty; 0: it does not
  double rolling = 0.0;  ///< length: resistance to rolling and to spinning
  double sleep_velocity = 0.0, sleep_after = 0.2;
};

/// Spheres of radius 1 in a box without a lid, as a square tower whose layers are 2.001 apart, each sphere a little
/// beside the one below: it falls, settles and spreads under gravity with friction 0.3, in steps of 0.01. Prints one
/// JSON line on the root: means over the last half of the steps, contacts and ghosts of the rank with most, and a sweep
/// of gauss-seidel over the contacts of one more step beside the two products with G. Collective.
void measureSpheres(const base::Communicator& comm, const SpheresOptions& options);

}  // namespace tenon::bench
