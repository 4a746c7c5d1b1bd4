// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::system {

class Body;

/// States that finite differences perturb, and the bodies whose elements determine which nodes are
/// coupled.
struct StateSet {
  std::vector<la::State*> states;   ///< states whose nodes are perturbed
  std::vector<const Body*> bodies;  ///< bodies whose elements determine the coupled nodes

  /// Returns the communicator of the states.
  const base::Communicator& comm() const { return states.front()->layout().comm(); }
  /// Returns the index of a state.
  /// @throws InternalError if the state is not one of `states`
  std::size_t indexOf(const la::State& state) const;
};

}  // namespace tenon::system
