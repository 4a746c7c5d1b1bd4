#pragma once
#include <petscmat.h>

namespace tenon::solver {

/// Every stored entry a becomes a^2. AIJ only.
void squareEntries(Mat matrix);

}  // namespace tenon::solver
