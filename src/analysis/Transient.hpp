// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <optional>

#include "Analysis.hpp"
#include "StepParameters.hpp"
#include "analysis/newton/NewtonParameters.hpp"
#include "analysis/steppers/StepperParameters.hpp"

namespace tenon::analysis {

class Trajectory;

/// Transient analysis: M a = f(q, v, t) + G^T lambda and Phi(q, t) + C lambda = 0 at the end of
/// each step, by a time integrator (`Stepper`). If all is linear, each step is one linear solve,
/// with one matrix and one preconditioner; otherwise Newton's method is used. The analysis starts
/// from the displacements and velocities of the states, which are projected onto boundary
/// conditions and constraints, with consistent accelerations and multipliers; this is step 0. A
/// failed step is repeated with a smaller size.
class Transient : public Analysis {
 public:
  /// Parameters of the block `analysis` of a case file.
  struct Data : NewtonParameters, StepParameters {
    StepperChoice stepper = "generalised-alpha";  ///< time integrator
    /// Parameters of time integrators that the block of the analysis contains. They are used if
    /// `stepper` is not a block.
    GeneralisedAlphaParameters generalised_alpha;
    HhtParameters hht;
    NewmarkParameters newmark;
    MoreauJeanParameters moreau_jean;
    bool project_velocities = false;  ///< true if velocities are projected onto the constraints after each step
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the analysis.
  /// @throws InputError for inadmissible parameters of the time integrator
  explicit Transient(const Data& data);

  Kinematics kinematics() const override;
  /// Returns the number of time steps if no step is subdivided.
  int numSteps() const override;
  bool hasFixedNumSteps() const override { return data_.error == 0.0; }
  double endTime() const override { return data_.end_time; }
  /// Accepts any supports: bodies may move freely.
  void requireSupported(Equations&) const override {}
  void requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  bool handlesRigidContacts() const override { return handles_rigid_contacts_; }

  bool canRestart() const override { return true; }
  SteppingScheme steppingScheme() const override;
  void restartFrom(Snapshot from) override { start_ = std::move(from); }

  void limitTolerance(double largest) override { data_.tolerance = std::min(data_.tolerance, largest); }
  std::unique_ptr<RunGradient> differentiate(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                             const GradientTerms& terms) override;

  using Analysis::begin;
  std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     int last) override;

 private:
  Data data_;
  bool handles_rigid_contacts_ = false;
  std::optional<Snapshot> start_;
  Trajectory* trajectory_ = nullptr;  // records the next run; nullptr: the run is not recorded
};

}  // namespace tenon::analysis
