#pragma once
#include <optional>
#include <string>

#include "tenon/la/handles.hpp"
#include "tenon/solver/Determinant.hpp"

namespace tenon::analysis {

/// Tangent of a path of equilibria at one of its points: u' = du/dt and lambda' = dlambda/dt at constant multipliers of
/// the load, with the determinant of the matrix there.
struct PathTangent {
  la::Vector x, multipliers;
  double time = 0.0;
  double speed = 0.0;      ///< |du/dt|, rotations as lengths
  double direction = 1.0;  ///< 1 where t grows along the path, -1 where it falls
  std::optional<solver::Determinant> determinant;

  /// dt/ds along the path.
  double timePerLength() const { return direction / speed; }
};

/// True if the sign of the determinant differs at the two points: the path has passed a singular tangent.
bool changesSign(const PathTangent& from, const PathTangent& to);

/// Describes the critical point between two points of a path that are `length` apart: a limit point, where t turns, or
/// a bifurcation, where t goes on; empty if there is none. Its t is interpolated between the points.
std::string describeCriticalPoint(const PathTangent& from, const PathTangent& to, double length);

}  // namespace tenon::analysis
