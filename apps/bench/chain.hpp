// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench chain`.
struct ChainOptions {
  int bodies = 100000;
  int steps = 10;  ///< number of steps, at least 2: the first one is not measured
  std::string stepper = "generalised-alpha";
  double step = 1e-3;
  std::string preset = "schur-sparse";
  std::vector<std::string> petsc;  ///< command-line options for PETSc
};

/// Measures a chain of rigid bodies connected by ball joints. The chain hangs from one end, is
/// released from the horizontal position with a wave of initial velocities across it, and moves
/// under gravity. Prints one JSON line on the root: the time of a step after the first one and of
/// an evaluation of residual, G and A, both per body; the final gap of the joints over the length
/// of a body.
/// @note Collective.
void measureChain(const base::Communicator& comm, const ChainOptions& options);

}  // namespace tenon::bench
