// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes the interface of time integrators. A user-defined time integrator is derived
// from analysis::ImplicitStepper.
#include "tenon/analysis/Kinematics.hpp"
#include "tenon/analysis/Stepper.hpp"
