#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/analysis/BodyTouch.hpp"
#include "tenon/analysis/MotionVectors.hpp"

namespace tenon::analysis {

/// Description of the steps of an analysis, in which a continued run has to agree with the original
/// run.
struct Steps {
  std::string stepper;  ///< name of the time integrator, or `static`
  double length = 0.0;  ///< length of the longest step
};

/// Progress of the step-size control, from which a run continues.
struct Pace {
  int interval = 0;      ///< index of the interval between times at which a step has to end
  double place = 0.0;    ///< position in the interval, in units of the longest step
  double wanted = 0.0;   ///< desired length of the next step, if the interval admits it
  int waits = 0;         ///< number of successful steps that are required before the step size grows
  double largest = 0.0;  ///< largest norm of the displacement so far, the reference value of local errors
};

/// Reference values of the convergence tests, gathered since the start of the run.
struct Measures {
  double load = 0.0;       ///< largest norm of reactions, constraint forces and inertia forces
  double stiffest = -1.0;  ///< largest diagonal entry of -K; negative: not determined yet
};

/// Vector in the memory of a time integrator.
struct RememberedVector {
  std::string name;   ///< empty in checkpoints of versions that did not store names
  la::Vector vector;  ///< values at the end of the step
};

/// Number in the memory of a time integrator.
struct RememberedNumber {
  std::string name;    ///< empty in checkpoints of versions that did not store names
  double value = 0.0;  ///< value at the end of the step
};

/// Complete state of an analysis at the end of a step, from which the next step can be repeated
/// exactly.
struct Snapshot {
  Steps steps;                            ///< description of the steps
  int step = 0;                           ///< number of the completed step
  double time = 0.0;                      ///< time at the end of the step
  Pace pace;                              ///< progress of the step-size control
  Measures measures;                      ///< reference values of the convergence tests
  MotionVectors motion;                   ///< displacements, velocities and accelerations
  std::vector<RememberedVector> memory;   ///< vectors of the time integrator; empty before its first step
  std::vector<RememberedNumber> numbers;  ///< numbers of the time integrator
  la::Vector multipliers;                 ///< multipliers of the system; nullptr without constraints
  /// Internal variables [force fields that have any] of the cells of this rank, see
  /// fem::InternalVariables::values().
  std::vector<std::vector<double>> internal;
  std::vector<BodyTouch> touches;  ///< contacts of rigid bodies, each on exactly one arbitrary rank
};

}  // namespace tenon::analysis
