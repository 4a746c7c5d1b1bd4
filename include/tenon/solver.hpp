#pragma once
// Presets of PETSc options and the solver of saddle-point systems. New presets and new
// approximations of the Schur complement are registered here.
#include "tenon/solver/Determinant.hpp"
#include "tenon/solver/FactorCounts.hpp"
#include "tenon/solver/PreconditionerParameters.hpp"
#include "tenon/solver/Preset.hpp"
#include "tenon/solver/SaddleSolver.hpp"
#include "tenon/solver/SchurApproximations.hpp"
#include "tenon/solver/SolveStatistics.hpp"
#include "tenon/solver/SolverOptions.hpp"
#include "tenon/solver/SystemSize.hpp"
