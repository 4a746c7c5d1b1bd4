// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StudyPlan.hpp"

#include <fmt/format.h>

namespace tenon::simulation {

int StudyPlan::numRuns() const {
  std::size_t count = 1;
  for (const VariedParameter& parameter : parameters_) count *= parameter.values.size();
  return static_cast<int>(count);
}

std::vector<std::string> StudyPlan::valuesOf(int run) const {
  std::vector<std::string> values(parameters_.size());
  auto rest = static_cast<std::size_t>(run - 1);
  for (std::size_t p = parameters_.size(); p-- > 0;) {
    const std::vector<double>& all = parameters_[p].values;
    values[p] = fmt::format("{}", all[rest % all.size()]);
    rest /= all.size();
  }
  return values;
}

std::vector<std::string> StudyPlan::settingsOf(int run) const {
  std::vector<std::string> settings = valuesOf(run);
  for (std::size_t p = 0; p < settings.size(); ++p) settings[p] = parameters_[p].name + "=" + settings[p];
  return settings;
}

}  // namespace tenon::simulation
