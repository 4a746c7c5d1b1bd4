// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "splitByBody.hpp"

namespace tenon::analysis {

std::vector<std::vector<double>> splitByBody(const system::MechanicalSystem& mechanics,
                                             const la::CombinedLayout& layout, Vec vector) {
  std::vector<std::vector<double>> arrays;
  for (const auto& body : mechanics.bodies())
    arrays.emplace_back(static_cast<std::size_t>(body->state().layout().numLocal() * body->state().block()), 0.0);
  layout.scatter(vector, {arrays.begin(), arrays.end()});
  return arrays;
}

}  // namespace tenon::analysis
