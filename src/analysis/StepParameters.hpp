// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::analysis {

/// Parameters of the time steps in an analysis block.
struct StepParameters {
  double step = 0.0;      ///< largest step size h: n = ceil(T / step) equal steps without step-size reductions
  double end_time = 0.0;  ///< final time T; an analysis begins at time 0
  int cuts = 8;           ///< maximum number of step-size reductions (halvings)
  double error = 0.0;     ///< admissible local error of a step relative to the displacement; 0: no error control
};

}  // namespace tenon::analysis
