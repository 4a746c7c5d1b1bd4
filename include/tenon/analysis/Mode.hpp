#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::analysis {

/// One mode of vibration, K phi - G^T lambda = omega^2 M phi and G phi + C lambda = 0 with phi . M phi = 1; or of
/// buckling, (K_0 + mu K_s) phi - G^T lambda = 0.
struct Mode {
  double eigenvalue = 0.0;  ///< omega^2, 0 where it cannot be told from zero; of buckling the factor mu of the loads
  bool is_buckling = false;
  double residual = 0.0;    ///< |K phi - G^T lambda - omega^2 M phi| over |(omega^2 + s) M phi|, s the shift
  base::Vec3 effective_mass = base::Vec3::Zero();  ///< (phi . M r)^2, r a unit motion along x, y, z
  /// Of this mode and all before it, over the mass that can move that way; 0 where none can.
  base::Vec3 share = base::Vec3::Zero();

  /// Radians per time; negative where omega^2 is: a motion that grows.
  double omega() const;
  /// Cycles per time.
  double frequency() const;
};

}  // namespace tenon::analysis
