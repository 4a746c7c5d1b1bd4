// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include "base/ProgressBar.hpp"

namespace tenon::solver {

/// Progress bar of a solve on the logarithm of its residual; context of a KSP monitor.
struct ResidualProgress {
  /// Progress of the current solve; nullptr: nothing is shown.
  base::ProgressBar* progress = nullptr;
  double first = 0.0;  ///< residual before the first iteration

  /// Adds the monitor to a KSP. The bar must outlive the KSP.
  void attach(KSP ksp);
};

}  // namespace tenon::solver
