// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Makes all tangents complete, as required by eigenvalue analyses: symmetric exact tangents of
/// corotational elements and the exact geometric stiffness of mappings. Newton's method may have
/// used other tangents before.
/// @throws InputError if the linear system of the case omits parts of the tangent
void completeTangents(Equations& equations, const std::string& analysis);

/// Scope guard: excludes external loads from tangents (MechanicalSystem::setLoadsEnabled()).
class ScopedLoadDisabling {
 public:
  explicit ScopedLoadDisabling(system::MechanicalSystem& mechanics)
      : mechanics_(mechanics), acted_(mechanics.areLoadsEnabled()) {
    mechanics_.setLoadsEnabled(false);
  }
  ~ScopedLoadDisabling() { mechanics_.setLoadsEnabled(acted_); }
  ScopedLoadDisabling(const ScopedLoadDisabling&) = delete;
  ScopedLoadDisabling& operator=(const ScopedLoadDisabling&) = delete;

 private:
  system::MechanicalSystem& mechanics_;
  bool acted_;
};

}  // namespace tenon::analysis
