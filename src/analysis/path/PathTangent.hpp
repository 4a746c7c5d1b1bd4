// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "analysis/Solution.hpp"
#include "solver/Determinant.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::analysis {

/// Tangent of an equilibrium path at one of its points, u' = du/dt and lambda' = dlambda/dt at a
/// fixed direction of the load, with the determinant of the matrix at this point.
struct PathTangent {
  la::Vector x, multipliers;
  double time = 0.0;
  double speed = 0.0;      ///< norm |du/dt|, rotations as lengths
  double direction = 1.0;  ///< 1 if t increases along the path, -1 if it decreases
  std::optional<solver::Determinant> determinant;

  /// Returns dt/ds along the path.
  double timePerLength() const { return direction / speed; }
};

/// Returns true if the determinant has different signs at the two points: the path has passed a
/// singular tangent.
bool changesSign(const PathTangent& from, const PathTangent& to);

/// Returns the critical point of a step between two points of a path at the distance `length`: a
/// limit point if t reverses its direction, otherwise a bifurcation; nothing if there is none.
std::optional<CriticalPoint> criticalPoint(int step, const PathTangent& from, const PathTangent& to, double length);

/// Returns a description of a critical point, as a clause.
std::string describe(const CriticalPoint& point);

}  // namespace tenon::analysis
