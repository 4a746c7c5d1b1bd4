#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Collective. a + b of two AIJ matrices of the same layout and any patterns, in one pass over their rows: MatAXPY
/// inserts every entry by search, which took a seventh of a solver's set-up.
la::Matrix sumOfAij(Mat a, Mat b);

/// Collective. The same of other values of the two into `sum`, that came of them.
void renewSumOfAij(Mat a, Mat b, Mat sum);

}  // namespace tenon::solver
