// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::analysis {

/// Parameters of an arc-length analysis in the block `analysis` of a case file.
struct ArcLengthParameters {
  double step = 0.1;        ///< change of t in the first step, which determines ds
  double end_time = 1.0;    ///< load factor T at which the analysis ends
  int steps = 200;          ///< maximum number of steps
  int cuts = 20;            ///< maximum number of halvings of a failed step
  int iterations = 5;       ///< desired number of iterations per step, to which ds is adapted
  double longest = 10.0;    ///< maximum length of a step, relative to the first step
  double tolerance = 1e-8;  ///< relative tolerance of the residual
  int max_iterations = 15;  ///< maximum number of iterations per step
};

}  // namespace tenon::analysis
