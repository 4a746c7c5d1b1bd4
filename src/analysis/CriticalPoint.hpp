// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::analysis {

/// Point of an equilibrium path at which the tangent is singular.
struct CriticalPoint {
  /// Types of critical points.
  enum class Kind { limit, bifurcation };
  Kind kind = Kind::limit;  ///< type of this point
  int step = 0;             ///< step in which the path has passed the point
  double time = 0.0;        ///< load factor t of the point, interpolated between the ends of the step
  bool is_maximum = false;  ///< true if the load increases before a limit point and decreases after it
};

}  // namespace tenon::analysis
