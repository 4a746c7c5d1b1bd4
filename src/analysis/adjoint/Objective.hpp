// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "Cotangents.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {

/// Steps at which an objective is evaluated.
struct EvaluationSteps {
  enum class Kind { end, all, list };
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
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<ObjectiveSettings>& p);
};

/// Scalar function J of the solution at the end of a step, with its derivatives. The objective of a
/// case is the sum of weight * J over all objectives and over the steps at which they are
/// evaluated.
class Objective : public ObjectiveSettings {
 public:
  virtual ~Objective() = default;

  /// Returns the name for messages, such as "misfit of displacement on block/top".
  virtual std::string name() const = 0;
  /// Returns J in the current state, without the weight. The value is the same on all ranks.
  /// @param time  time of the state
  /// @note Collective.
  virtual double value(const Equations& equations, double time) const = 0;
  /// Adds the derivatives of J in the current state, without the weight.
  /// @param time  time of the state
  /// @note Collective.
  virtual void addDerivatives(const Equations& equations, double time, Cotangents& cotangents) const = 0;
  /// Returns true if J depends on multipliers, which are unique only if no rows are redundant.
  virtual bool dependsOnMultipliers() const { return false; }
};

}  // namespace tenon::analysis
