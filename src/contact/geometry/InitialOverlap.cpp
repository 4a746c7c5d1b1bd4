// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InitialOverlap.hpp"

#include <fmt/format.h>

#include <tuple>

#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::contact {

void InitialOverlap::add(const InitialOverlap& other) {
  const std::int64_t sum = count + other.count;
  if (std::tie(share, other.first, other.second) < std::tie(other.share, first, second)) *this = other;
  count = sum;
}

InitialOverlap InitialOverlap::onAllRanks(const base::Communicator& comm) const {
  InitialOverlap all;
  for (const InitialOverlap& one : comm.gather(*this)) all.add(one);
  return all;
}

void InitialOverlap::warn(const base::Communicator& comm, const std::string& contact) const {
  const InitialOverlap all = onAllRanks(comm);
  if (all.count == 0) return;
  base::log().warn(
      "{}: {} node{} initially inside the other body (node {} has the largest penetration, {:.6g}); the first step "
      "pushes {} out.",
      contact, all.count, all.count == 1 ? " is" : "s are", all.first, all.depth, all.count == 1 ? "it" : "them");
}

void InitialOverlap::reject(const base::Communicator& comm,
                            const std::function<std::string(std::int64_t)>& nameOf) const {
  constexpr double round_off = 1e-6;
  const InitialOverlap all = onAllRanks(comm);
  base::runCollectively(comm, [&] {
    if (all.share > round_off)
      throw base::InputError(
          fmt::format("At the start, {} and {} overlap by {:.3g}: separate them, or exclude contact between them by "
                      "using the keys `first` and `second` of the rules under `contacts`.",
                      nameOf(all.first), nameOf(all.second), all.depth));
  });
}

}  // namespace tenon::contact
