#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/analysis/BodyTouch.hpp"
#include "tenon/analysis/MotionVectors.hpp"

namespace tenon::analysis {

/// How a motion in time is stepped: what a run that goes on has to have in common with the one that was ended.
struct Steps {
  std::string stepper;
  double length = 0.0;  ///< of the longest
};

/// How far a run is, and how it goes on from there.
struct Pace {
  int interval = 0;      ///< between times at which a step has to end
  double place = 0.0;    ///< in it, in longest steps
  double wanted = 0.0;   ///< length of the next step, as far as it fits
  int waits = 0;         ///< steps that have to succeed before they grow
  double largest = 0.0;  ///< size of the motion so far, which errors are measured by
};

/// What convergence is measured by, gathered since the run began.
struct Measures {
  double load = 0.0;       ///< largest norm of supports, constraints and inertia
  double stiffest = -1.0;  ///< largest entry on the diagonal of -K; below 0: not looked for
};

/// A vector that a stepper remembers.
struct RememberedVector {
  std::string name;  ///< empty in checkpoints of versions that did not name it
  la::Vector vector;
};

/// A number that a stepper remembers.
struct RememberedNumber {
  std::string name;  ///< empty in checkpoints of versions that did not name it
  double value = 0.0;
};

/// Everything of a motion in time that makes the next step what it is, at the end of a step.
struct Snapshot {
  Steps steps;
  int step = 0;
  double time = 0.0;
  Pace pace;
  Measures measures;
  MotionVectors motion;
  std::vector<RememberedVector> memory;   ///< of the stepper; empty before its first step
  std::vector<RememberedNumber> numbers;  ///< of the stepper
  la::Vector multipliers;                 ///< of the system; nullptr without constraints
  /// [forces that have some] fem::InternalVariables::values(), of this rank's cells.
  std::vector<std::vector<double>> internal;
  std::vector<BodyTouch> touches;  ///< of rigid bodies, each on any one rank
};

}  // namespace tenon::analysis
