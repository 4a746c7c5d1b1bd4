// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes the interfaces of time integrators and objectives. A user-defined time
// integrator is derived from analysis::ImplicitStepper, a user-defined objective from
// analysis::Objective.
#include "tenon/analysis/Kinematics.hpp"
#include "tenon/analysis/Objective.hpp"
#include "tenon/analysis/Stepper.hpp"
