// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "gyroscopic.hpp"

namespace tenon::analysis {

void setGyroscopicForm(const system::MechanicalSystem& mechanics, force::GyroscopicForce::Form form, double step) {
  for (force::ForceField* force : mechanics.forceFields())
    if (auto* gyroscopic = dynamic_cast<force::GyroscopicForce*>(force)) gyroscopic->set(form, step);
}

}  // namespace tenon::analysis
