// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "IncompressibleParameters.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::constraint {

using base::InputError;

std::string IncompressibleParameters::nameOrDefault() const {
  return name.empty() ? "pressure_" + object : name;
}

double IncompressibleParameters::bulkModulus() const {
  if (young == 0.0 && poisson == 0.0) return bulk;
  if (young == 0.0 || poisson == 0.0)
    throw InputError(
        fmt::format("'{}': 'young' and 'poisson' must be given together, and both must be positive.", nameOrDefault()));
  if (bulk != 0.0)
    throw InputError(fmt::format("'{}': 'bulk' cannot be combined with 'young' and 'poisson'.", nameOrDefault()));
  return poisson == 0.5 ? 0.0 : young * poisson / ((1 + poisson) * (1 - 2 * poisson));
}

std::vector<double> addBulkCompliances(std::vector<double> rows, const PressureField& pressure, double bulk) {
  if (bulk == 0.0) return rows;
  rows.resize(pressure.volumes().size(), 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r] += pressure.volumes()[r] / bulk;
  return rows;
}

}  // namespace tenon::constraint
