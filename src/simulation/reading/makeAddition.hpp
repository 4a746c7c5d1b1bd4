// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>

#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {

/// Calls a function of a host program that creates a contributor. If it fails on any rank, all
/// ranks throw the same error.
/// @throws InputError if the function returns no contributor
/// @note Collective.
template <class Make>
auto makeAddition(const base::Communicator& comm, const Make& make) {
  decltype(make()) made;
  base::runCollectively(comm, [&] {
    made = make();
    if (!made)
      throw base::InputError("A function of the host program returned no contributor, although it must create one.");
  });
  return made;
}

}  // namespace tenon::simulation
