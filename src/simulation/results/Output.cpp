// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/simulation/results/Output.hpp"

#include "analysis/Solution.hpp"

namespace tenon::simulation {

void HistoryName::declare(base::Parameters<HistoryName>& p) {
  p.required("name", &HistoryName::history_name, "", "name of the history, in /histories and in <stem>.<name>.csv");
}

analysis::SolutionRequest History::solutionRequest() const {
  return {false, false};
}

}  // namespace tenon::simulation
