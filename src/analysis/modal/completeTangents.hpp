#pragma once
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Makes all tangents complete from now on, as eigenvalue analyses need them: symmetric exact ones of corotational
/// elements, exact geometric stiffness of mappings. Newton's method may have used others before.
/// @throws InputError if the linear system of the case leaves parts of the tangent out.
void completeTangents(Equations& equations, const std::string& analysis);

/// Leaves external loads out of tangents while it lives (MechanicalSystem::setLoadsAct()).
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
