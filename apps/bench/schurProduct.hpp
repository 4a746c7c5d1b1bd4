#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct SchurProductOptions {
  int rows = 300000;  ///< three for each point
  int reps = 200;     ///< products; their median counts
};

/// A chain of points, each tied to the one before it in x, y and z, the first one to the ground, each with a mass: the
/// product N l = G M^-1 G^T l beside the two products G u and G^T l that it consists of. Prints one JSON line on the
/// root. Collective.
void measureSchurProduct(const base::Communicator& comm, const SchurProductOptions& options);

}  // namespace tenon::bench
