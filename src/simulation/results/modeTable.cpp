// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "modeTable.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "jsonText.hpp"

namespace tenon::simulation {
namespace {

// Returns a mass as text; a millionth of the movable mass is printed as 0.
std::string massOf(double mass, double movable) {
  return mass <= 1e-6 * movable ? "0" : fmt::format("{:.5g}", mass);
}

std::string tableOfFactors(const std::vector<analysis::Mode>& modes) {
  std::string text = fmt::format("{:>4} {:>15}  {:>9}\n", "mode", "load factor", "residual");
  for (std::size_t k = 0; k < modes.size(); ++k)
    text += fmt::format("{:>4} {:>15.7g}  {:>9.1e}\n", k + 1, modes[k].eigenvalue, modes[k].residual);
  return text;
}

}  // namespace

std::string modeTable(const std::vector<analysis::Mode>& modes, const base::Vec3& movable_mass) {
  if (modes.front().is_buckling) return tableOfFactors(modes);
  std::string text =
      fmt::format("{:>4} {:>13} {:>13}   {:>11} {:>11} {:>11}   {:>7} {:>7} {:>7}  {:>9}\n", "mode", "frequency/Hz",
                  "omega/(rad/s)", "mass x", "mass y", "mass z", "sum x", "sum y", "sum z", "residual");
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const analysis::Mode& mode = modes[k];
    text += fmt::format("{:>4} {:>13.7g} {:>13.7g}  ", k + 1, mode.frequency(), mode.omega());
    for (int axis = 0; axis < 3; ++axis)
      text += fmt::format(" {:>11}", massOf(mode.effective_mass[axis], movable_mass.maxCoeff()));
    text += "  ";
    for (const double share : mode.share) text += fmt::format(" {:>6.2f}%", 100.0 * share);
    text += fmt::format("  {:>9.1e}\n", mode.residual);
  }
  text += fmt::format("{:<32}   {:>11.5g} {:>11.5g} {:>11.5g}\n", "total effective mass", movable_mass[0],
                      movable_mass[1], movable_mass[2]);
  return text;
}

nlohmann::json jsonOf(const std::vector<analysis::Mode>& modes) {
  nlohmann::json list = nlohmann::json::array();
  for (const analysis::Mode& mode : modes) {
    if (mode.is_buckling)
      list.push_back({{"load_factor", mode.eigenvalue}, {"residual", mode.residual}});
    else
      list.push_back({{"frequency", mode.frequency()},
                      {"omega", mode.omega()},
                      {"eigenvalue", mode.eigenvalue},
                      {"residual", mode.residual},
                      {"effective_mass", listOf(mode.effective_mass)},
                      {"share", listOf(mode.share)}});
  }
  return list;
}

}  // namespace tenon::simulation
