#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct ContactOptions {
  std::string problem = "blocks";
  int unknowns = 30000;            ///< of blocks: about so many
  std::string method = "mortar";   ///< of blocks: mortar or nodes
  double friction = 0.0;           ///< of blocks
  std::string preset = "schur";    ///< of blocks
  std::vector<std::string> petsc;  ///< the command line's words for PETSc
};

/// blocks: two elastic unit cubes (hexes, nu = 0.3), n^3 below and (n + 1)^3 above, whose lower side bulges by 0.01; it
/// is pressed down by 0.01 in the first load step, and by 0.005 more in the second. Prints one JSON line on the root.
/// Collective.
void measureContact(const base::Communicator& comm, const ContactOptions& options);

}  // namespace tenon::bench
