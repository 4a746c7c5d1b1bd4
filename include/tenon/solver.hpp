// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Presets of PETSc options and the solver of saddle-point systems. New presets and new
// approximations of the Schur complement are added to the registries of this module.
#include "tenon/solver/Determinant.hpp"
#include "tenon/solver/FactorCounts.hpp"
#include "tenon/solver/convergence/SolveStatistics.hpp"
#include "tenon/solver/options/PreconditionerParameters.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/solver/options/SolverOptions.hpp"
#include "tenon/solver/options/SystemSize.hpp"
#include "tenon/solver/saddle/SaddleSolver.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"
#include "tenon/solver/saddle/SolverParameters.hpp"
