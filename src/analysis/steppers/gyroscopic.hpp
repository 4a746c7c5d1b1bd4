#pragma once
#include "tenon/force/GyroscopicForce.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Sets the form of the gyroscopic terms of all rigid bodies for a given step size.
void setGyroscopicForm(const system::MechanicalSystem& mechanics, force::GyroscopicForce::Form form, double step = 0.0);

}  // namespace tenon::analysis
