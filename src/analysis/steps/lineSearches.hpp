#pragma once
#include <petscsnes.h>

#include <functional>

namespace tenon::analysis {

/// Makes `search` take full steps. Where the residual is not finite after one, beyond the domain of a constitutive model or
/// with inverted elements, the search fails, or halves the step if `halves` is true by then. `halves` has to live as long.
void takeFullSteps(SNESLineSearch search, const bool* halves);

/// Makes `search` shorten steps until the norm of the residual decreases (Armijo's condition, quadratic interpolation).
/// `isOfOtherRows`, which has to live as long, tells after each trial whether other constraint rows are active there
/// than in the tangent: the residual is not continuous then, and a full step is taken, which leads to the solution
/// although the residual grows. nullptr: never.
void backtrack(SNESLineSearch search, const std::function<bool()>* isOfOtherRows);

}  // namespace tenon::analysis
