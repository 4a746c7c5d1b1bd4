// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ContactLaw.hpp"

namespace tenon::constraint {

ConstraintSettings ContactLaw::settings() const {
  ConstraintSettings settings;
  settings.bound = "lower";
  settings.compliance = compliance;
  settings.active = active;
  return settings;
}

std::vector<double> compliancesOfGaps(double compliance, LocalIndex num_rows, int block,
                                      const std::vector<double>& areas) {
  if (compliance == 0.0) return {};
  std::vector<double> rows(static_cast<std::size_t>(num_rows), 0.0);
  for (std::size_t row = 0; row < rows.size(); row += static_cast<std::size_t>(block))
    rows[row] = compliance * (areas.empty() ? 1.0 : areas[row]);
  return rows;
}

}  // namespace tenon::constraint
