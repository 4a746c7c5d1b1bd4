#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct ChainOptions {
  int bodies = 100000;
  int steps = 10;  ///< at least 2: the first one is not measured
  std::string stepper = "generalised-alpha";
  double step = 1e-3;
  std::string preset = "schur-sparse";
  std::vector<std::string> petsc;  ///< the command line's words for PETSc
};

/// Rigid bodies in a chain of ball joints that hangs from one end: let go where it is level, with a wave of velocities
/// across it, under gravity. What a step takes after the first one,
/// what an evaluation of residual, G and A takes, per body; and how far joints are apart in the end, over the length of
/// a body. Prints one JSON line on the root. Collective.
void measureChain(const base::Communicator& comm, const ChainOptions& options);

}  // namespace tenon::bench
