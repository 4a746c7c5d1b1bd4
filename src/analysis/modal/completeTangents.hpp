#pragma once
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Makes all tangents complete, as required by eigenvalue analyses: symmetric exact tangents of
/// corotational elements and the exact geometric stiffness of mappings. Newton's method may have
/// used other tangents before.
/// @throws InputError if the linear system of the case omits parts of the tangent.
void completeTangents(Equations& equations, const std::string& analysis);

/// Scope guard: excludes external loads from tangents (MechanicalSystem::setLoadsAct()).
class WithoutLoads {
 public:
  explicit WithoutLoads(system::MechanicalSystem& mechanics) : mechanics_(mechanics), acted_(mechanics.loadsAct()) {
    mechanics_.setLoadsAct(false);
  }
  ~WithoutLoads() { mechanics_.setLoadsAct(acted_); }
  WithoutLoads(const WithoutLoads&) = delete;
  WithoutLoads& operator=(const WithoutLoads&) = delete;

 private:
  system::MechanicalSystem& mechanics_;
  bool acted_;
};

}  // namespace tenon::analysis
