// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscvec.h>

#include <memory>
#include <type_traits>

namespace tenon::la {

/// Destroys a VecScatter. @note Collective.
struct DestroyScatter {
  void operator()(VecScatter scatter) const { VecScatterDestroy(&scatter); }
};

/// Owner of a VecScatter.
using Scatter = std::unique_ptr<std::remove_pointer_t<VecScatter>, DestroyScatter>;

}  // namespace tenon::la
