#pragma once
#include "tenon/analysis/Analysis.hpp"

namespace tenon::simulation {

/// Collective. Evaluates forces, and the values of what is prescribed, at some times of the steps of an analysis, the
/// first and the last among them; nothing is solved, and the
/// configuration is afterwards the one of time 0.
/// @throws InputError if an expression has no finite value or a force is too large to compute with, as run() would.
void requireEvaluable(analysis::Equations& equations, const analysis::Analysis& analysis);

}  // namespace tenon::simulation
