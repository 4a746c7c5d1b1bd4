// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "energySummary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tenon::simulation {
namespace {

double relativeGap(const analysis::Energies& energies) {
  return energies.largest > 0.0 ? std::abs(energies.gap()) / energies.largest : 0.0;
}

}  // namespace

void addEnergies(const analysis::Energies& energies, const AddLine& line) {
  const auto add = [&](const std::string& name, double value) {
    constexpr double round_off = 1e-12;
    line(name, fmt::format("{:.6g}", std::abs(value) <= round_off * energies.largest ? 0.0 : value));
  };
  add("  dissipated", energies.dissipated);
  add("  work of loads", energies.loads);
  add("  work of constraints", energies.constraints);
  add("  work of supports", energies.supports);
  if (energies.unknown != 0.0) add("  work of forces without energy", energies.unknown);
  line("  energy error", fmt::format("{:.1e} relative to the largest energy", relativeGap(energies)));
}

nlohmann::json jsonOf(const analysis::Energies& energies) {
  return {{"kinetic", energies.kinetic},
          {"elastic", energies.elastic},
          {"dissipated", energies.dissipated},
          {"loads", energies.loads},
          {"constraints", energies.constraints},
          {"supports", energies.supports},
          {"unknown", energies.unknown},
          {"at_start", energies.at_start},
          {"gap", energies.gap()},
          {"relative_gap", relativeGap(energies)}};
}

}  // namespace tenon::simulation
