#pragma once
#include <functional>
#include <string>
#include <vector>

#include "TwoBlocks.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver::testing {

/// Not a constant: MPI starts in main().
inline base::Communicator world() {
  return base::Communicator::world();
}

using Words = std::vector<std::string>;

struct Solution {
  std::vector<double> displacement, all_multipliers;  ///< of all ranks
  la::Vector multipliers;
  SolveStatistics statistics;
};

/// Solves two blocks by a preset with options of a command line, all of which have to be used unless allowed.
Solution solve(const TwoBlocks& blocks, const std::string& preset, const Words& words = {}, bool allow_unused = false,
               const SolverParameters& parameters = {});

/// Largest difference over the largest entry of b.
double difference(const std::vector<double>& a, const std::vector<double>& b);

/// What a failure says; it has to be one of all ranks.
template <class Failure>
std::string failureOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Failure& error) {
    return error.onAllRanks() ? error.what() : std::string("not on all ranks: ") + error.what();
  }
  return "";
}

}  // namespace tenon::solver::testing
