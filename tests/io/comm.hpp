// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Communicator of all ranks, under the name that the tests of this module use.
#include "tenon/base/Communicator.hpp"

namespace tenon::io::testing {

inline base::Communicator comm() {
  return base::Communicator::world();
}

}  // namespace tenon::io::testing
