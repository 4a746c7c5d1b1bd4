// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ModeShapes.hpp"
#include "analysis/AnalysisRun.hpp"
#include "completeTangents.hpp"

namespace tenon::analysis {

/// Modes of an eigenvalue analysis.
struct ModeSet {
  std::vector<ModeShape> shapes;
  std::vector<Mode> modes;                        ///< [shapes] eigenvalues and effective masses
  std::vector<la::Vector> forces;                 ///< [shapes] forces that belong to the mode shapes
  base::Vec3 movable_mass = base::Vec3::Zero();   ///< modal analysis: sum of all effective masses
  solver::SolveStatistics statistics;             ///< statistics of all linear solves
  std::unique_ptr<ScopedLoadDisabling> no_loads;  ///< excludes loads as long as the modes exist; may be nullptr
};

/// Run of an eigenvalue analysis. The first step computes all modes and sets the displacements to
/// the first mode shape; each further step goes to the next mode. Loads remain excluded from
/// tangents until the run ends, if the analysis excludes them.
class ModeRun : public AnalysisRun {
 public:
  /// Creates a run.
  /// @param equations Equations, which must outlive this object.
  /// @param num_modes Number of requested modes.
  /// @param compute Computes the modes in the current state, collectively.
  ModeRun(Equations& equations, int num_modes, std::function<ModeSet()> compute)
      : equations_(equations), num_modes_(num_modes), compute_(std::move(compute)) {}

  bool isDone() const override { return set_ && step_ == static_cast<int>(set_->modes.size()); }
  int numCompletedSteps() const override { return step_; }
  double time() const override { return step_; }
  int numSteps() const override { return set_ ? static_cast<int>(set_->modes.size()) : num_modes_; }
  void advance() override;
  Solution evaluateSolution(const SolutionRequest& request) const override;
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;

 private:
  Equations& equations_;
  int num_modes_;
  std::function<ModeSet()> compute_;
  std::optional<ModeSet> set_;  // since the first step
  int step_ = 0;
};

}  // namespace tenon::analysis
