#pragma once
#include <petscmat.h>

namespace tenon::solver {

/// Every stored entry a becomes a^2. AIJ only.
void squareEntries(Mat matrix);

/// Every stored entry a becomes |a|. AIJ only.
void absoluteEntries(Mat matrix);

}  // namespace tenon::solver
