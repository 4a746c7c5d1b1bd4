// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Presets of PETSc options and approximations of the Schur complement. New presets and new
// approximations are added to the registries of this module.
#include "tenon/solver/options/Preset.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"
