// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "BodyContact.hpp"
#include "ContactStatistics.hpp"
#include "TangentSolver.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {

/// Parameters of all time integrators in an analysis block.
struct StepperParameters {
  std::string stepper = "generalised-alpha";  ///< name of the time integrator
  double rho = 0.8;                           ///< generalised-alpha: spectral radius at infinite frequency
  double alpha = 0.05;                        ///< parameter alpha of hht
  double beta = 0.25;                         ///< parameter beta of newmark
  double gamma = 0.5;                         ///< parameter gamma of newmark
  // The following members are parameters of moreau-jean.
  std::string contact_solver = "accelerated-gradient";  ///< name of the contact solver
  double contact_tolerance = 1e-6;                      ///< relative tolerance of the complementarity
  int contact_iterations = 10000;                       ///< maximum number of iterations per step
  double contact_relaxation = 1.0;                      ///< relaxation factor of Gauss-Seidel and Jacobi sweeps
  /// Velocity threshold [length/time] and duration [time] after which a slower body falls asleep;
  /// 0: bodies never sleep.
  double sleep_velocity = 0.0, sleep_after = 0.0;
};

/// Equations of the analysis, with their states, and the linear solver that a time integrator uses.
struct StepContext {
  Equations& equations;   ///< equations of the step
  TangentSolver& solver;  ///< linear solver
  base::Phases& phases;   ///< time measurement
  /// Solves the equations as currently set, for states and multipliers. The argument contains the
  /// unknowns before the Dirichlet values of the step were imposed.
  /// @throws NotConvergedError if the nonlinear or linear solver fails
  /// @note Collective.
  std::function<solver::SolveStatistics(Vec start)> solve;
};

/// Base class of time integrators for
///   M a = f(q, v, t) + G^T lambda,   Phi(q, t) + C lambda = 0.
/// The states of the objects contain q, v and a. A time integrator stores its history of previous
/// steps.
class Stepper {
 public:
  /// Restart data of a time integrator: the data that the next step needs in addition to q, v and
  /// a.
  struct RestartData {
    /// Vector over the layout of the unknowns, which checkpoints store under its name.
    struct VectorReference {
      std::string name;  ///< name in a checkpoint
      /// Vector of the time integrator; its handle is nullptr if there is nothing to store.
      la::Vector* vector = nullptr;
      bool is_optional = false;  ///< true if the vector may be absent after a step
    };
    /// Number that checkpoints store under its name.
    struct NumberReference {
      std::string name;          ///< name in a checkpoint
      double* number = nullptr;  ///< variable of the time integrator
    };
    std::vector<VectorReference> vectors;  ///< vectors that a restart needs
    std::vector<NumberReference> numbers;  ///< numbers that a restart needs
  };

  virtual ~Stepper() = default;

  /// Returns the order of accuracy of q and v: global errors are O(h^order), local errors
  /// O(h^(order + 1)).
  virtual int order() const { return 2; }
  /// Returns the coefficients of the system matrix for step size `h`, after the previous steps.
  virtual Kinematics kinematics(double h) const = 0;
  /// Prepares a run. Called before the first step.
  /// @param h largest step size of the run
  /// @param is_start true if the state is the initial state and not that of a checkpoint
  /// @throws InputError for features that this time integrator does not support
  /// @note Collective.
  virtual void begin(StepContext& /*context*/, double /*h*/, bool /*is_start*/) {}

  /// Advances the states by one step `h` to `time`. The history of previous steps is not changed
  /// before accept().
  /// @throws NotConvergedError if the step fails; the states are then unspecified
  /// @note Collective.
  virtual solver::SolveStatistics advance(StepContext& context, double h, double time) = 0;
  /// Returns true if a failed step can be repeated with a smaller size. Otherwise a failure ends
  /// the run, the state at the beginning of a step is not stored, and accept() is not called.
  virtual bool canReduceStep() const { return true; }
  /// Returns true if the time integrator treats contact between rigid bodies.
  virtual bool handlesRigidContacts() const { return false; }
  /// Returns the statistics of rigid contact; empty without rigid contact.
  virtual std::optional<ContactStatistics> contacts() const { return std::nullopt; }
  /// Sets the statistics of rigid contact from which the next steps continue. Called after begin().
  virtual void setContacts(const ContactStatistics& /*statistics*/) {}
  /// Returns the contacts of rigid bodies in the last step, each on exactly one rank.
  virtual std::vector<BodyContact> bodyContacts() const { return {}; }
  /// Sets the initial guess of the contact impulses of the next step to those of `contacts`, which
  /// may be on any rank. Called after begin().
  /// @note Collective.
  virtual void setBodyContacts(StepContext& /*context*/, const std::vector<BodyContact>& /*contacts*/) {}
  /// Returns true if rows with bounds may be active at the end of a step. Velocities are then those
  /// of the step, without rebound.
  virtual bool supportsBounds() const { return false; }
  /// Returns true if the multipliers of bounds become impulses after each step (ContactImpulses)
  /// and are excluded from the accelerations with which the next step begins.
  virtual bool needsImpulses() const { return false; }
  /// Sets the accelerations `a` with which the next step begins, before accept(). `after_impact` is
  /// true after an impact: earlier accelerations are then discarded.
  /// @note Collective.
  virtual void setNextAcceleration(la::Vector /*a*/, bool /*after_impact*/) {}
  /// Accepts the step of length `h` from `before` to `now` and updates the history of previous
  /// steps.
  /// @note Collective.
  virtual void accept(double /*h*/, const StateVectors& /*before*/, const StateVectors& /*now*/) {}

  /// Returns true if the velocities at the end of a step are already those after a jump of the
  /// rates of prescribed histories.
  virtual bool handlesVelocityJumps() const { return false; }
  /// Restarts after a jump of velocities and accelerations: discards the history of previous steps.
  /// Called after accept().
  /// @param a accelerations without contact forces; nullptr: those of the states
  /// @note Collective.
  virtual void restart(la::Vector /*a*/) {}

  /// Returns the history of previous steps, for checkpoints. @note Collective.
  virtual RestartData restartData() { return {}; }
  /// Returns the names of the `count` vectors in a checkpoint of a version that did not store
  /// names, in the order of the file; empty if no version stored `count` vectors.
  virtual std::vector<std::string> legacyVectorNames(std::size_t count);
};

/// Function that creates a time integrator from its parameters.
using StepperMaker = std::unique_ptr<Stepper> (*)(const StepperParameters&);
/// Returns the registry of time integrators by name. A program adds user-defined time integrators
/// before it reads a case file.
std::map<std::string, StepperMaker>& steppers();

}  // namespace tenon::analysis
