// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::analysis {

/// Eigenpair of a modal analysis, K phi - G^T lambda = omega^2 M phi and G phi + C lambda = 0 with
/// phi . M phi = 1, or of a buckling analysis, (K_0 + mu K_s) phi - G^T lambda = 0.
struct Mode {
  double eigenvalue = 0.0;   ///< omega^2, 0 if zero within accuracy; buckling: load factor mu
  bool is_buckling = false;  ///< true if the mode belongs to a buckling analysis
  double residual = 0.0;     ///< |K phi - G^T lambda - omega^2 M phi| over |(omega^2 + s) M phi|, s the shift
  base::Vec3 effective_mass = base::Vec3::Zero();  ///< (phi . M r)^2, r a unit translation along x, y, z
  /// Cumulative effective mass of this and all previous modes, relative to the mass that can move
  /// in each direction; 0 if none can.
  base::Vec3 share = base::Vec3::Zero();

  /// Returns the angular frequency [rad/time]; negative if omega^2 is negative, that is, if the
  /// mode grows.
  double omega() const;
  /// Returns the frequency [cycles/time].
  double frequency() const;
};

}  // namespace tenon::analysis
