// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "nodalFields.hpp"

#include <fmt/format.h>

namespace tenon::analysis {
namespace {

constexpr const char* velocity = "velocity";

}  // namespace

std::vector<std::string> nodalFields() {
  return {"displacement", velocity};
}

gsl::span<const double> valuesOf(const ObjectiveSample& sample, const std::string& name, const std::string& field,
                                 const la::State& state) {
  if (field != velocity) return state.displacement();
  if (sample.hasVelocities()) return state.velocity();
  base::InputError error(fmt::format(
      "The objective '{}' needs velocities, which a static analysis does not have: use a transient analysis.", name));
  error.markOnAllRanks();
  throw error;
}

gsl::span<double> derivativesOf(ObjectiveDerivatives& derivatives, const std::string& field, const la::State& state) {
  return field == velocity ? derivatives.byVelocityOf(state) : derivatives.byDisplacementOf(state);
}

}  // namespace tenon::analysis
