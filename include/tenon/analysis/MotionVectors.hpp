#pragma once
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {

/// A motion at one time, over the layout of a linear system.
struct MotionVectors {
  la::Vector q, v, a;  ///< displacement, velocity, acceleration

  /// Collective. At rest.
  static MotionVectors like(Vec vector) { return {la::like(vector), la::like(vector), la::like(vector)}; }
};

}  // namespace tenon::analysis
