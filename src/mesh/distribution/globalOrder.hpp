// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::mesh {

/// Returns the position of each key among the keys of all ranks in ascending order, from 0. Keys
/// must be nonnegative and distinct. @note Collective.
std::vector<std::int64_t> globalOrder(const base::Communicator& comm, const std::vector<std::int64_t>& keys);

}  // namespace tenon::mesh
