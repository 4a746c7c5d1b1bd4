#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/MotionVectors.hpp"

namespace tenon::analysis {

/// How a motion in time is stepped: what a run that goes on has to have in common with the one that was ended.
struct Steps {
  std::string stepper;
  double length = 0.0;
};

/// Everything of a motion in time that makes the next step what it is, at the end of a step.
struct Snapshot {
  Steps steps;
  int step = 0;
  double time = 0.0;
  MotionVectors motion;
  std::vector<la::Vector> memory;  ///< of the stepper; empty before its first step
  la::Vector multipliers;          ///< of the system; nullptr without constraints
};

}  // namespace tenon::analysis
