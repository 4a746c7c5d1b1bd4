// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Scope in which the bodies are in their reference configuration, in which contributors are
/// created.
class ReferenceScope {
 public:
  explicit ReferenceScope(MechanicalSystem& mechanics) {
    for (const auto& body : mechanics.bodies()) states_.push_back(&body->state());
    for (la::State* state : states_) {
      const auto u = state->displacement();
      displacements_.emplace_back(u.begin(), u.end());
      std::fill(u.begin(), u.end(), 0.0);
    }
  }
  ~ReferenceScope() {
    for (std::size_t s = 0; s < states_.size(); ++s) {
      const auto u = states_[s]->displacement();
      std::copy(displacements_[s].begin(), displacements_[s].end(), u.begin());
    }
  }
  ReferenceScope(const ReferenceScope&) = delete;
  ReferenceScope& operator=(const ReferenceScope&) = delete;

 private:
  std::vector<la::State*> states_;
  std::vector<std::vector<double>> displacements_;
};

}  // namespace tenon::system
