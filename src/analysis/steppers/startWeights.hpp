// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

// Differences of prescribed displacements at a start, from which the next slope of a table applies.
// The values are those at the times 1, 2 and 3 minus the value at the time 0; the weights are exact
// for polynomials of third degree.
namespace tenon::analysis {

/// Weights of prescribed displacements in their velocity.
inline constexpr std::array<double, 3> velocity_weights{3.0, -1.5, 1.0 / 3.0};
/// Weights of prescribed displacements in their acceleration.
inline constexpr std::array<double, 3> acceleration_weights{-5.0, 4.0, -1.0};
/// Largest time between the differences, relative to the length of the first step.
inline constexpr double prescribed_difference = 1.0 / 16.0;

}  // namespace tenon::analysis
