// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>

namespace tenon::force {

/// Calls work(std::integral_constant<int, dim>) for the 2 or 3 degrees of freedom per node of a
/// state, so that the dimension is a compile-time constant.
template <class Work>
void inDimension(int dim, Work&& work) {
  if (dim == 2)
    work(std::integral_constant<int, 2>{});
  else
    work(std::integral_constant<int, 3>{});
}

}  // namespace tenon::force
