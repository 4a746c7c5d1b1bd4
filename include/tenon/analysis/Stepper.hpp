// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/analysis/Kinematics.hpp"
#include "tenon/base/Registry.hpp"

namespace tenon::solver {
struct SolveStatistics;
}  // namespace tenon::solver

namespace tenon::analysis {

struct BodyContact;          // src/analysis/BodyContact.hpp
struct ContactStatistics;    // src/analysis/BodyContact.hpp
struct PredictorCotangents;  // src/analysis/adjoint/StateCotangents.hpp
struct StateCotangents;      // src/analysis/adjoint/StateCotangents.hpp
struct StepContext;          // src/analysis/StepContext.hpp

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
  /// @param context   equations and linear solver
  /// @param h         largest step size of the run
  /// @param is_start  true if the state is the initial state and not that of a checkpoint
  /// @throws InputError for features that this time integrator does not support
  /// @note Collective.
  virtual void begin(StepContext& context, double h, bool is_start);

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
  virtual std::optional<ContactStatistics> contacts() const;
  /// Sets the statistics of rigid contact from which the next steps continue. Called after begin().
  virtual void setContacts(const ContactStatistics& /*statistics*/) {}
  /// Returns the contacts of rigid bodies in the last step, each on exactly one rank.
  virtual std::vector<BodyContact> bodyContacts() const;
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
  /// @param a  accelerations without contact forces; nullptr: those of the states
  /// @note Collective.
  virtual void restart(la::Vector a);

  /// Returns the history of previous steps, for checkpoints. @note Collective.
  virtual RestartData restartData() { return {}; }
  /// Returns the names of the `count` vectors in a checkpoint of a version that did not store
  /// names, in the order of the file; empty if no version stored `count` vectors.
  virtual std::vector<std::string> legacyVectorNames(std::size_t count);
};

/// Implicit time integrator, which fulfils the equations at the end of the step with the
/// accelerations a there as unknowns:
///   q = q_n (+) (d0 + p a),   v = v0 + w a
/// (see Kinematics). A derived class provides p, w, d0 and v0. Newton's method, linear solves,
/// constraints and step-size reduction are common to all implicit time integrators.
class ImplicitStepper : public Stepper {
 public:
  /// Computes the predictors d0 and v0 of a step of length `h` that begins in the state `now`.
  /// @param h    step size
  /// @param now  state at the beginning of the step
  /// @param d0   predictor of the displacements, a vector over the layout of the unknowns; zero on
  ///   entry
  /// @param v0   predictor of the velocities, a vector like d0; zero on entry
  /// @note Collective.
  virtual void predict(double h, const StateVectors& now, Vec d0, Vec v0) = 0;

  /// Returns true if q_{n+1} = q_n (+) h v_{n+1}, v_{n+1} = v_n + h a. The angular momentum of
  /// rigid bodies is then balanced over the step (force::GyroscopicForce).
  virtual bool conservesMomentum() const { return false; }

  /// Returns true if pullBackHistory() and pullBack() are implemented.
  virtual bool isDifferentiable() const { return false; }
  /// Transposes the part of accept() that depends on the state at the end of the step: adds the
  /// derivatives through the history vectors `end.history` to the other vectors of `end`. The
  /// numbers of restartData() must be those at the beginning of the step. By default, does nothing.
  /// @param h    length of the step
  /// @param end  derivatives at the end of the step
  /// @note Collective.
  virtual void pullBackHistory(double h, StateCotangents& end) const;
  /// Transposes predict(), and the part of accept() that depends on the state at the beginning of
  /// the step: adds to `begin` the derivatives through the predictors and through `end.history`.
  /// The numbers of restartData() must be those at the beginning of the step. The direct dependence
  /// of q_{n+1} on q_n is not included. By default, does nothing.
  /// @param h           length of the step
  /// @param end         derivatives at the end of the step
  /// @param predictors  derivatives with respect to d0 and v0
  /// @param begin       derivatives at the beginning of the step
  /// @note Collective.
  virtual void pullBack(double h, const StateCotangents& end, const PredictorCotangents& predictors,
                        StateCotangents& begin) const;

  void begin(StepContext& context, double h, bool is_start) override;
  solver::SolveStatistics advance(StepContext& context, double h, double time) final;
};

/// Registry of time integrators. A case selects one by `stepper` in the block `analysis`.
using StepperRegistry = base::Registry<Stepper>;
/// Returns the registry of the time integrators of the program. The first call registers those of
/// tenon.
/// @note Not collective.
StepperRegistry& steppers();

}  // namespace tenon::analysis
