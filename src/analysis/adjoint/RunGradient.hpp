// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "AdjointSolution.hpp"
#include "Trajectory.hpp"
#include "analysis/TangentSolver.hpp"
#include "differentiability.hpp"
#include "system/parameters/ModelParameter.hpp"
#include "tenon/analysis/Objective.hpp"

namespace tenon::analysis {

/// Objectives and parameters of a gradient, all of which must outlive it.
struct GradientTerms {
  using Objectives = std::vector<std::unique_ptr<Objective>>;
  using ModelParameters = std::vector<std::unique_ptr<system::ModelParameter>>;
  const Objectives& objectives;       ///< terms of the objective
  const ModelParameters& parameters;  ///< parameters
  TrajectoryOptions trajectory = {};  ///< storage of transient analyses
};

/// Value of an objective and its gradient with respect to all parameters.
struct GradientResult {
  double value = 0.0;                         ///< J
  std::vector<double> terms;                  ///< [objectives] weighted contribution of each objective
  std::vector<std::vector<double>> gradient;  ///< [parameters][values of this rank] dJ/dp
  int num_adjoints = 0;                       ///< number of adjoint solves
  double adjoint_seconds = 0.0;               ///< time of adjoint solves
  double product_seconds = 0.0;               ///< time of the products with derivatives of the equations
  NearChanges near_changes;                   ///< rows with bounds that are about to change, over all steps
};

/// Gradient of a sum of objectives over the steps of one run of an analysis, see
/// Analysis::differentiate().
class RunGradient {
 public:
  virtual ~RunGradient() = default;
  RunGradient(const RunGradient&) = delete;
  RunGradient& operator=(const RunGradient&) = delete;

  /// Adds the values of the objectives at the end of a step, in the current state.
  /// @param step     number of the completed step, from 1
  /// @param time     time at the end of the step
  /// @param is_last  true if no further step follows
  /// @throws InputError if a derivative does not exist
  /// @throws NotConvergedError if an adjoint solve fails
  /// @note Collective.
  virtual void addStep(int step, double time, bool is_last) = 0;
  /// Completes the derivatives after the last step. The state of the equations is that of the last
  /// step afterwards.
  /// @throws InputError if a derivative does not exist
  /// @throws NotConvergedError if an adjoint solve fails
  /// @note Collective.
  virtual const GradientResult& finish() = 0;

 protected:
  RunGradient() = default;
};

/// Sums of the values of objectives and of the products of adjoint solutions with parameters.
class GradientSums {
 public:
  /// Creates zero sums; all arguments must outlive this object.
  GradientSums(Equations& equations, TangentSolver& solver, const GradientTerms& terms);

  /// Returns the sums so far.
  GradientResult& result() { return result_; }
  /// Returns true if any parameter depends on prescribed displacements.
  bool needsReactions() const;
  /// Returns true if there are parameters.
  bool hasParameters() const { return !terms_.parameters.empty(); }
  /// Returns true if any objective is evaluated at the end of a step.
  bool isEvaluatedAt(int step, bool is_last) const;

  /// Adds the values of the objectives in the current state. Called at the end of each step.
  /// @throws InputError if a value is infinite or not a number
  /// @note Collective.
  void addValues(int step, double time, bool is_last);
  /// Returns the derivatives of the objectives in the current state.
  /// @throws InputError if a derivative is invalid, see ObjectiveDerivatives::finish()
  /// @note Collective.
  Cotangents derivatives(int step, double time, bool is_last);
  /// Checks that the multipliers are unique if the last call of derivatives() depends on them. Must
  /// be called after the adjoint solve.
  /// @throws InputError otherwise
  /// @note Collective.
  void requireUniqueMultipliers() const;
  /// Adds the products of an adjoint solution with all parameters in the current state.
  /// @note Collective.
  void addProducts(const AdjointSolution& adjoint, double time);
  /// Adds the products with the initial displacements and velocities. @note Collective.
  void addInitialProducts(Vec displacements, Vec velocities);
  /// Counts the rows with bounds that are about to change in the current state. @note Collective.
  void addNearChanges();

 private:
  double factorOf(const Objective& objective, int step) const;
  void requireEnergies() const;

  Equations& equations_;
  TangentSolver& solver_;
  GradientTerms terms_;
  GradientResult result_;
  std::vector<double> times_;  // [steps] times at the ends of the steps
  bool depends_on_multipliers_ = false;
};

}  // namespace tenon::analysis
