// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "TwoBlocks.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver::testing {

/// Returns the communicator; a function because MPI is initialised in main().
inline base::Communicator world() {
  return base::Communicator::world();
}

using Words = std::vector<std::string>;

struct Solution {
  std::vector<double> displacement, all_multipliers;  ///< values of all ranks
  la::Vector multipliers;
  SolveStatistics statistics;
};

/// Solves two blocks with a preset and command-line options. All options must be used unless
/// `allow_unused`.
Solution solve(const TwoBlocks& blocks, const std::string& preset, const Words& words = {}, bool allow_unused = false,
               const SolverParameters& parameters = {});

/// Returns the largest difference relative to the largest entry of b.
double difference(const std::vector<double>& a, const std::vector<double>& b);

/// Returns the message of the failure, which must be thrown on all ranks.
template <class Failure>
std::string failureOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Failure& error) {
    return error.isOnAllRanks() ? error.what() : std::string("not on all ranks: ") + error.what();
  }
  return "";
}

}  // namespace tenon::solver::testing
