// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/Factors.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tenon/base/Error.hpp"

namespace tenon::system {

void Rayleigh::declare(base::Parameters<Rayleigh>& p) {
  p.optional("mass", &Rayleigh::mass, "1/time", "alpha in B = df/dv + beta df/dx - alpha M").nonNegative();
  p.optional("stiffness", &Rayleigh::stiffness, "time", "beta in B = df/dv + beta df/dx - alpha M").nonNegative();
}

std::string MatrixContents::text() const {
  std::vector<std::string> parts;
  if (stiffness) parts.emplace_back("stiffness");
  if (damping) parts.emplace_back("damping");
  if (mass) parts.emplace_back("mass");
  if (projective_conditions) parts.emplace_back("projective conditions");
  if (geometric_stiffness) parts.emplace_back("geometric stiffness");
  if (mapped_contributors) parts.emplace_back("mapped contributors");
  const std::string of = contributor.empty() ? "" : fmt::format(" of {}", contributor);
  return fmt::format("{}{}", fmt::join(parts, ", "), of);
}

void requireFinite(const Factors& factors) {
  const auto require = [](const char* name, double factor) {
    if (!std::isfinite(factor))
      throw base::InputError(
          fmt::format("The factor of the {} is {}: the factors of m M + b B + k K must be finite.", name, factor));
  };
  require("mass", factors.mass);
  require("damping", factors.damping);
  require("stiffness", factors.stiffness);
}

}  // namespace tenon::system
