#pragma once
#include <string>

#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Collective. Why no motion obeys all constraints and bounds, as they are linearised at the present one: a sentence
/// that names the rows that exclude each other, or what conditions hold; empty where some motion does, or it cannot be
/// told. Which rows hold is decided anew.
///
/// The least sum of squares of what rows (1 long) are violated by, over all motions v that conditions leave free, has a
/// remainder y with y^T G = 0: bounds that are kept are no part of it, those that are broken have the sign of their
/// multipliers. If y^T Phi > 0 as well, y proves by Farkas' lemma that there is no such v, however it was found.
std::string contradiction(Equations& equations);

}  // namespace tenon::analysis
