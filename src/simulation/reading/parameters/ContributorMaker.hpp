// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "system/parameters/VariedContributors.hpp"
#include "tenon/base/CaseNode.hpp"

namespace tenon::simulation {

/// Function that creates the contributors of one entry of the case again, from an entry with other
/// numbers at the same position.
struct ContributorMaker {
  std::string path;  ///< path of the entry, such as "objects.block.forces[0]"
  /// Adds contributors that act on the states of the model. @note Collective.
  std::function<void(const base::CaseNode& entry, system::VariedContributors& made)> make;
};

}  // namespace tenon::simulation
