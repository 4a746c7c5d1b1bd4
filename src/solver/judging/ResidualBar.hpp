#pragma once
#include <petscksp.h>

#include "tenon/base/Progress.hpp"

namespace tenon::solver {

/// Shows how far a solve has come, on the logarithm of its residual: a KSP monitor whose context this is.
struct ResidualBar {
  base::Progress* progress = nullptr;  ///< of the solve that runs; none: nothing is shown
  double first = 0.0;                  ///< residual before the first iteration

  /// Adds the monitor; the bar has to live as long as the KSP.
  void attach(KSP ksp);
};

}  // namespace tenon::solver
