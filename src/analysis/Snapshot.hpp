// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "BodyContact.hpp"
#include "tenon/analysis/Kinematics.hpp"

namespace tenon::analysis {

/// Description of the steps of an analysis, in which a continued run must agree with the original
/// run.
struct SteppingScheme {
  std::string stepper;  ///< name of the time integrator, or `static`
  double length = 0.0;  ///< length of the longest step
};

/// Progress of the step-size control, from which a run continues.
struct StepControlState {
  int interval = 0;       ///< index of the interval between times at which a step must end
  double position = 0.0;  ///< position in the interval, in units of the longest step
  double desired = 0.0;   ///< desired length of the next step, if the interval admits it
  int waits = 0;          ///< number of successful steps that are required before the step size grows
  double largest = 0.0;   ///< largest norm of the displacement so far, the reference value of local errors
};

/// Reference values of the convergence tests, gathered since the start of the run.
struct ReferenceValues {
  double load = 0.0;                ///< largest norm of reactions, constraint forces and inertia forces
  double largest_stiffness = -1.0;  ///< largest diagonal entry of -K; negative: not determined yet
};

/// Vector in the history of a time integrator.
struct NamedVector {
  std::string name;   ///< empty in checkpoints of versions that did not store names
  la::Vector vector;  ///< values at the end of the step
};

/// Number in the history of a time integrator.
struct NamedNumber {
  std::string name;    ///< empty in checkpoints of versions that did not store names
  double value = 0.0;  ///< value at the end of the step
};

/// Changes of the equations by steps that checkpoints do not contain.
struct StepMemory {
  std::vector<std::any> contributors;  ///< memory of contributors, see stepMemoryOf()
  std::any active_set;                 ///< see ActiveSet::stepMemory(); empty without bounds
  double bound_stiffness = 0.0;        ///< transient analyses: largest diagonal entry of A / p
};

/// Complete state of an analysis at the end of a step, from which the next step can be repeated
/// exactly.
struct Snapshot {
  SteppingScheme stepping;                   ///< description of the steps
  int step = 0;                              ///< number of the completed step
  double time = 0.0;                         ///< time at the end of the step
  StepControlState step_control;             ///< progress of the step-size control
  ReferenceValues reference_values;          ///< reference values of the convergence tests
  StateVectors state;                        ///< displacements, velocities and accelerations
  std::vector<NamedVector> stepper_vectors;  ///< vectors of the time integrator; empty before its first step
  std::vector<NamedNumber> stepper_numbers;  ///< numbers of the time integrator
  la::Vector multipliers;                    ///< multipliers of the system; nullptr without constraints
  /// Internal variables [force fields that have any] of the cells of this rank, see
  /// fem::InternalVariables::values().
  std::vector<std::vector<double>> internal;
  std::vector<BodyContact> body_contacts;  ///< contacts of rigid bodies, each on exactly one arbitrary rank
  /// Further data for a return to this step in the same run; empty in snapshots from a checkpoint.
  std::optional<StepMemory> memory;
  std::any statistics;  ///< statistics of the run and, in an arc-length analysis, the path; as `memory`
};

}  // namespace tenon::analysis
