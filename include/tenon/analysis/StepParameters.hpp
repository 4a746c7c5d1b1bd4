#pragma once

namespace tenon::analysis {

/// What an analysis block says of the length of steps in time.
struct StepParameters {
  double step = 0.0;      ///< longest h: n = ceil(T / step) steps of equal length, if none is cut
  double end_time = 0.0;  ///< T; a motion begins at 0
  int cuts = 8;           ///< how often a step that fails is halved
  double error = 0.0;     ///< that a step may make, over the motion; 0: steps are as long as possible
};

}  // namespace tenon::analysis
