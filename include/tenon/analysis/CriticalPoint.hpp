#pragma once

namespace tenon::analysis {

/// A point of a path of equilibria at which the tangent is singular.
struct CriticalPoint {
  enum class Kind { limit, bifurcation };
  Kind kind = Kind::limit;
  int step = 0;             ///< in which the path has passed it
  double time = 0.0;        ///< t there, interpolated between the ends of the step
  bool is_maximum = false;  ///< true if the load grows before a limit point and falls behind it
};

}  // namespace tenon::analysis
