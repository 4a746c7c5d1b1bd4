// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "la/vectors.hpp"

namespace tenon::analysis {

/// Displacements, velocities and accelerations at one time, over the layout of a linear system.
struct StateVectors {
  la::Vector q, v, a;  ///< displacement, velocity, acceleration
};

}  // namespace tenon::analysis
