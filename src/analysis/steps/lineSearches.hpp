#pragma once
#include <petscsnes.h>

namespace tenon::analysis {

/// Makes `search` take full steps, which are halved only while the residual is not finite: beyond the domain of a
/// constitutive model, or with inverted elements.
void takeFullSteps(SNESLineSearch search);

/// Makes `search` shorten steps until the norm of the residual decreases (Armijo's condition, quadratic interpolation).
/// `may_grow`: a full step is taken if no shorter one decreases it. The residual of an active set is not continuous: a
/// step after which other rows are active increases it and leads to the solution nevertheless.
void backtrack(SNESLineSearch search, bool may_grow);

}  // namespace tenon::analysis
