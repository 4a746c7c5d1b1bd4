// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AffineDisplacement.hpp"

#include <fmt/format.h>

namespace tenon::constraint {

std::vector<int> AffineDisplacement::components(const fem::Domain& domain) const {
  std::vector<int> list;
  const int block = domain.state.block();
  const bool none_named = !values[0] && !values[1] && !values[2];
  if (none_named && gradient.isZero(0.0))
    throw base::InputError(
        fmt::format("Nothing is prescribed on object '{}': specify 'values', 'gradient' or both.", domain.object));
  for (int c = 0; c < 3; ++c) {
    const bool named = values[static_cast<std::size_t>(c)].has_value();
    if (named && c >= block)
      throw base::InputError(
          fmt::format("Object '{}' is two-dimensional: its displacement has no z component.", domain.object));
    if (named || (none_named && c < block)) list.push_back(c);
  }
  return list;
}

}  // namespace tenon::constraint
