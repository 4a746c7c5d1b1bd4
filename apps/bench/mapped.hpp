#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct MappedOptions {
  std::string elem = "tet";
  int n = 50;
  int points = 50000;  ///< of the skin, about
  int chain = 1;       ///< skins, each of which follows the one before
  bool frame = false;  ///< instead, the cube itself is carried by one rigid body
  int reps = 9;
};

/// Assembly of the cube with a skin of embedded points under pressure, joined by springs, beside the cube alone and
/// beside J^T K J as PETSc forms it from sparse matrices; or of the cube carried by one rigid body. Prints one JSON line on the root. Collective.
void measureMapped(const base::Communicator& comm, const MappedOptions& options);

}  // namespace tenon::bench
