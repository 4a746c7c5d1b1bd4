// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <optional>

#include "Analysis.hpp"
#include "analysis/checks/restraint.hpp"
#include "analysis/newton/NewtonParameters.hpp"

namespace tenon::analysis {

/// Static analysis: equilibria f(u, t) + G^T lambda + r = 0, Phi(u) + C lambda = 0 at the times of
/// load steps. If all forces and constraints are linear, each load step is one linear solve.
/// Otherwise Newton's method starts from the preceding equilibrium. A failed step is repeated with
/// half its length; the length grows again after several successful steps.
class Statics : public Analysis {
 public:
  /// Parameters of the block `analysis` of a case file.
  struct Data : NewtonParameters {
    int steps = 1;          ///< number n of load steps, at t_i = i T / n without step-size reductions
    double end_time = 1.0;  ///< final time T
    int cuts = 8;           ///< maximum number of step-size reductions (halvings)

    double stepSize() const { return end_time / steps; }
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  explicit Statics(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  /// Returns the number of load steps if no step is subdivided.
  int numSteps() const override { return data_.steps; }
  double endTime() const override { return data_.end_time; }
  /// Checks that all rigid-body modes are restrained. @note Collective.
  void requireSupported(Equations& equations) const override { analysis::requireSupported(equations); }
  void requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  std::unique_ptr<RunGradient> differentiate(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                             const GradientTerms& terms) override;
  void limitTolerance(double largest) override { data_.tolerance = std::min(data_.tolerance, largest); }
  /// Returns true if there is more than one load step; a single solve cannot be continued.
  bool canRestart() const override { return data_.steps > 1; }
  SteppingScheme steppingScheme() const override { return {"static", data_.stepSize()}; }
  void restartFrom(Snapshot from) override { start_ = std::move(from); }

  using Analysis::begin;
  std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     int last) override;

 private:
  Data data_;
  std::optional<Snapshot> start_;
};

}  // namespace tenon::analysis
