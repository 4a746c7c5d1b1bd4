#pragma once
#include <optional>
#include <string>

#include "tenon/analysis/CriticalPoint.hpp"
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

/// Returns the critical point of a step between two points of a path that are `length` apart: a limit point, where t
/// turns, or a bifurcation, where t goes on; nothing if there is none.
std::optional<CriticalPoint> criticalPoint(int step, const PathTangent& from, const PathTangent& to, double length);

/// Describes a critical point in a clause.
std::string describe(const CriticalPoint& point);

}  // namespace tenon::analysis
