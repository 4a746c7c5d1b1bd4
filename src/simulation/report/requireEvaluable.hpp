#pragma once
#include "tenon/analysis/Analysis.hpp"

namespace tenon::simulation {

/// Evaluates forces and the values of what is prescribed at some times of the steps of an analysis, the first and the
/// last among them. Nothing is solved, and the configuration is afterwards the one of time 0.
/// @throws InputError if an expression has no finite value or a force is too large to compute with, as run() would.
/// @throws NotConvergedError if what is prescribed at time 0 inverts elements, which no shorter step avoids.
/// @note Collective.
void requireEvaluable(analysis::Equations& equations, const analysis::Analysis& analysis);

}  // namespace tenon::simulation
