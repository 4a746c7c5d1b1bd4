// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PointwiseBlocks.hpp"

namespace tenon::fem {

template class PointwiseBlocks<2, 2>;
template class PointwiseBlocks<2, 3>;
template class PointwiseBlocks<3, 3>;

}  // namespace tenon::fem
