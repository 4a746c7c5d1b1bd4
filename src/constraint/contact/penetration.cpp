// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "penetration.hpp"

#include <limits>

#include "tenon/base/Log.hpp"

namespace tenon::constraint {

void Penetration::add(double depth, std::int64_t number) {
  ++count;
  if (depth > deepest || (depth == deepest && number < node)) deepest = depth, node = number;
}

void Penetration::warn(const base::Communicator& comm, const std::string& contact) const {
  const std::int64_t all = comm.sum(count);
  if (all == 0) return;
  const double depth = comm.max(deepest);
  const std::int64_t first = comm.min(deepest == depth ? node : std::numeric_limits<std::int64_t>::max());
  base::log().warn(
      "{}: {} node{} initially inside the other body (node {} has the largest penetration, {:.6g}); the first step "
      "pushes {} out.",
      contact, all, all == 1 ? " is" : "s are", first, depth, all == 1 ? "it" : "them");
}

}  // namespace tenon::constraint
