// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::fem {

/// Returns the mean of the positions of all ranks, (0, 0, 0) if there are none. The sum is taken
/// relative to the lowest corner of the bounding box, so that the accuracy corresponds to the
/// extent of the positions and not to their distance from the origin.
/// @note Collective.
base::Vec3 meanPosition(const base::Communicator& comm, const std::vector<base::Vec3>& places);

}  // namespace tenon::fem
