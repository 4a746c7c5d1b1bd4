#pragma once
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {

/// Displacements, velocities and accelerations at one time, over the layout of a linear system.
struct MotionVectors {
  la::Vector q, v, a;  ///< displacement, velocity, acceleration

  /// Returns zero vectors with the layout of `vector`. @note Collective.
  static MotionVectors like(Vec vector) { return {la::like(vector), la::like(vector), la::like(vector)}; }
};

}  // namespace tenon::analysis
