#pragma once
#include <string>
#include <vector>

#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// Equilibrium f(u) + G^T lambda + r = 0, Phi(u) + C lambda = 0, with r the reactions of what conditions take out. The
/// displacement is in the states; arrays by body are local, [numLocal x block], and complete on owned nodes.
struct StaticSolution {
  SolveStatistics statistics;
  std::vector<std::vector<double>> multipliers;  ///< by constraint, this rank's rows
  std::vector<std::vector<double>> forces;       ///< f(u) by body: loads and internal forces
  std::vector<std::vector<double>> reactions;    ///< r by body: force of the supports on held unknowns, else 0
  /// G^T lambda of each constraint, by constraint and body: force of the constraint on the nodes.
  std::vector<std::vector<std::vector<double>>> constraint_forces;
};

/// Statistics of two solves, one after the other: sums of work, the rest of the last one.
SolveStatistics joined(const SolveStatistics& before, const SolveStatistics& next);

}  // namespace tenon::solver
