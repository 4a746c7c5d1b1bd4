#pragma once
#include <vector>

#include "ModalOperators.hpp"

namespace tenon::analysis {

/// An approximation theta of an eigenvalue of M x = theta (K + s M) x, and a bound of its distance from the nearest one.
struct RitzValue {
  double theta = 0.0;
  double error = 0.0;
};

/// Returns the Ritz values, descending, of at most `steps` steps of Lanczos' method, each of them one linear solve.
/// @throws IndefiniteStiffness if K + s M turns out not to be positive definite on V. @note Collective.
std::vector<RitzValue> ritzValues(ModalOperators& operators, int steps);

}  // namespace tenon::analysis
