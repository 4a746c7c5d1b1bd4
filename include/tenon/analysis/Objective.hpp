// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/base/Registry.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

struct Cotangents;  // src/analysis/adjoint/Cotangents.hpp
class Equations;    // src/analysis/Equations.hpp

/// Model to which objectives refer.
struct ObjectiveContext {
  const system::MechanicalSystem& mechanics;  ///< model, which must outlive the objectives
  fem::FindDomain find;                       ///< finds an object by its name

  /// Returns the constraint with the given name.
  /// @throws InputError if there is no such constraint
  const constraint::Constraint& constraint(const std::string& name) const;
};

/// Solution at the end of a step, in which objectives are evaluated. The states of the objects are
/// those of the step; mapped objects are up to date.
class ObjectiveSample {
 public:
  /// Creates a sample of the current state.
  /// @param equations  equations of the analysis, which must outlive this object
  /// @param step       number of the completed step, from 1
  /// @param time       time of the state
  /// @param is_last    true if no further step follows
  /// @note Collective.
  ObjectiveSample(const Equations& equations, int step, double time, bool is_last = true);

  /// Returns the model.
  const system::MechanicalSystem& mechanics() const;
  /// Returns the communicator of the model.
  const base::Communicator& comm() const { return mechanics().comm(); }
  /// Returns the number of the completed step, from 1.
  int step() const { return step_; }
  /// Returns the time of the state.
  double time() const { return time_; }
  /// Returns true if no further step follows.
  bool isLast() const { return is_last_; }
  /// Returns true if objects have velocities and accelerations, and false in statics.
  bool hasVelocities() const;
  /// Returns the multipliers of the rows of this rank, in physical units.
  /// @param constraint  constraint of the model
  std::vector<double> multipliers(const constraint::Constraint& constraint) const;
  /// Returns the equations, for the objectives of tenon.
  const Equations& equations() const { return equations_; }

 private:
  const Equations& equations_;
  int step_;
  double time_;
  bool is_last_;
};

/// Derivatives of an objective with respect to the solution at the end of a step, which an
/// objective adds to arrays of zeros. None of the functions communicates.
class ObjectiveDerivatives {
 public:
  /// Creates zero derivatives; the equations must outlive them. @note Collective.
  explicit ObjectiveDerivatives(const Equations& equations);
  ~ObjectiveDerivatives();
  ObjectiveDerivatives(const ObjectiveDerivatives&) = delete;
  ObjectiveDerivatives& operator=(const ObjectiveDerivatives&) = delete;

  /// Returns the derivatives with respect to the displacements of an object, which may be a mapped
  /// object, [numLocal x block]. Values at ghost nodes are ignored.
  gsl::span<double> byDisplacementOf(const la::State& state) { return arrayOf(0, state); }
  /// Returns the derivatives with respect to the velocities of an object, in the same format.
  gsl::span<double> byVelocityOf(const la::State& state) { return arrayOf(1, state); }
  /// Returns the derivatives with respect to the accelerations of an object, in the same format.
  gsl::span<double> byAccelerationOf(const la::State& state) { return arrayOf(2, state); }
  /// Returns the derivatives with respect to the multipliers of the rows of this rank, in physical
  /// units.
  /// @param constraint  constraint of the model
  gsl::span<double> byMultipliersOf(const constraint::Constraint& constraint);
  /// Returns the derivatives as vectors, for the objectives of tenon. @note Not collective.
  Cotangents& cotangents() { return *cotangents_; }

  /// Adds all arrays to the vectors and sets the arrays to zero.
  /// @param name  name of the objective for messages
  /// @throws InputError if a derivative is infinite or not a number, if there are derivatives with
  ///   respect to velocities in statics, or with respect to velocities of objects with nonlinear
  ///   mappings
  /// @note Collective.
  void finish(const std::string& name);
  /// Returns true if finish() has added derivatives with respect to multipliers, on any rank.
  bool dependOnMultipliers() const { return depend_on_multipliers_; }

 private:
  struct Arrays;
  gsl::span<double> arrayOf(int quantity, const la::State& state);
  void requireValid(const std::string& name) const;
  void addStates(int quantity);
  void addMultipliers();

  const Equations& equations_;
  std::unique_ptr<Cotangents> cotangents_;
  std::unique_ptr<Arrays> arrays_;
  bool depend_on_multipliers_ = false;
};

/// Steps at which an objective is evaluated.
struct EvaluationSteps {
  /// Selection of steps.
  enum class Kind {
    end,  ///< last step
    all,  ///< all steps
    list  ///< listed steps
  };
  Kind kind = Kind::end;   ///< last step, all steps, or the listed steps
  std::vector<int> steps;  ///< numbers of the steps, from 1

  /// Returns true if the objective is evaluated at the end of a step.
  /// @param step  number of the completed step, from 1
  /// @param is_last  true if no further step follows
  bool contains(int step, bool is_last) const;
};
/// Reads `end`, `all` or a list of step numbers. @throws InputError for other values
void readValue(const base::CaseNode& node, EvaluationSteps& steps);
/// Returns the steps in case-file notation.
std::string printValue(const EvaluationSteps& steps);
/// Returns the type name of evaluation steps, for help texts.
inline const char* typeName(const EvaluationSteps*) {
  return "end, all, or [step, ..]";
}

/// Parameters that all objectives have in common.
struct ObjectiveSettings {
  double weight = 1.0;  ///< factor of the objective in the sum of all objectives
  EvaluationSteps at;   ///< steps whose values are added
  /// True if each value is multiplied by the length of its step. The sum over all steps then
  /// approximates the integral over time.
  bool integrate = false;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<ObjectiveSettings>& p);
};

/// Scalar function J of the solution at the end of a step, with its derivatives. The objective of a
/// case is the sum of weight * J over all objectives and over the steps at which they are
/// evaluated, see ObjectiveSettings.
class Objective : public ObjectiveSettings {
 public:
  Objective() = default;
  virtual ~Objective() = default;
  Objective(const Objective&) = delete;
  Objective& operator=(const Objective&) = delete;

  /// Returns the name for messages, such as "misfit of displacement on block/top".
  virtual std::string name() const = 0;
  /// Returns J, without the weight. The value is the same on all ranks.
  /// @note Collective.
  virtual double value(const ObjectiveSample& sample) const = 0;
  /// Adds the derivatives of J with respect to the solution, without the weight. J must not depend
  /// explicitly on parameters of the model.
  /// @note Collective.
  virtual void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const = 0;
};

/// Registry of the types of objectives. A type has the constructor T(T::Data, const
/// ObjectiveContext&).
using ObjectiveRegistry = base::Registry<Objective, const ObjectiveContext&>;

}  // namespace tenon::analysis
