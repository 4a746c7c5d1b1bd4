// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solveWithContactDetection.hpp"

#include <fmt/format.h>

#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

solver::SolveStatistics solveWithContactDetection(Equations& equations, const std::string& step,
                                                  const std::function<solver::SolveStatistics()>& solve) {
  constexpr int most_searches = 25;  // mortar contacts with large slips or rotations take up to ten
  solver::SolveStatistics statistics = solve();
  for (int searches = 0; equations.updatePairs(1.0); ++searches) {
    equations.updateActiveSet();
    base::runCollectively(equations.comm(), [&] {
      if (searches == most_searches)
        throw base::NotConvergedError(
            fmt::format("In {} the displacements are so large that new contact pairs appear after each of {} contact "
                        "searches: use more or smaller steps, or a larger `reach` of the contacts.",
                        step, most_searches));
    });
    statistics = solver::combine(statistics, solve());
  }
  return statistics;
}

}  // namespace tenon::analysis
