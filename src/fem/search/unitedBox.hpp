// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fem/search/Box.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::fem {

/// Returns the smallest box around the boxes of all ranks; empty if all boxes are empty.
/// @note Collective.
inline Box unitedBox(const base::Communicator& comm, Box box) {
  for (double& low : box.low) low = comm.min(low);
  for (double& high : box.high) high = comm.max(high);
  return box;
}

}  // namespace tenon::fem
