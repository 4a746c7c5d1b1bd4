// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/differences/StateSet.hpp"

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace tenon::system {

std::size_t StateSet::indexOf(const la::State& state) const {
  const auto found = std::find(states.begin(), states.end(), &state);
  base::ensure(found != states.end(), "State \"" + state.name() + "\" does not belong to this system.");
  return static_cast<std::size_t>(found - states.begin());
}

}  // namespace tenon::system
