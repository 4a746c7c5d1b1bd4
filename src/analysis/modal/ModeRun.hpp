// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ModeShapes.hpp"
#include "analysis/AnalysisRun.hpp"
#include "completeTangents.hpp"

namespace tenon::analysis {

/// Modes of an eigenvalue analysis.
struct ModeSet {
  double time = 0.0;  ///< time at which the tangents are evaluated
  std::vector<ModeShape> shapes;
  std::vector<Mode> modes;                       ///< [shapes] eigenvalues and effective masses
  std::vector<la::Vector> forces;                ///< [shapes] forces that belong to the mode shapes
  base::Vec3 movable_mass = base::Vec3::Zero();  ///< modal analysis: sum of all effective masses
  solver::SolveStatistics statistics;            ///< statistics of all linear solves
  bool excludes_loads = false;                   ///< true if loads are excluded from tangents
};

/// Run of an eigenvalue analysis. The first step computes all modes and sets the displacements to
/// the first mode shape; each further step goes to the next mode. If the analysis excludes loads
/// from tangents, they remain excluded from the first step to the end of the run. A return to the
/// start retains the modes.
class ModeRun : public AnalysisRun {
 public:
  /// Creates a run.
  /// @param equations equations, which must outlive this object
  /// @param analysis name of the analysis
  /// @param num_modes number of requested modes
  /// @param compute computes the modes in the current state, collectively
  ModeRun(Equations& equations, std::string analysis, int num_modes, std::function<ModeSet()> compute)
      : equations_(equations),
        stepping_{std::move(analysis), 0.0},
        num_modes_(num_modes),
        compute_(std::move(compute)) {}

  bool isDone() const override { return set_ && step_ == static_cast<int>(set_->modes.size()); }
  int numCompletedSteps() const override { return step_; }
  double time() const override { return step_; }
  int numSteps() const override { return set_ ? static_cast<int>(set_->modes.size()) : num_modes_; }
  void advance() override;
  Solution evaluateSolution(const SolutionRequest& request) const override;
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;

 private:
  /// State of the equations between steps.
  struct Base {
    Snapshot snapshot;
    Kinematics kinematics;
  };

  void compute();
  Base takeBase(double time) const;
  void restore(const Base& base);
  void goToMode(int mode);

  Equations& equations_;
  SteppingScheme stepping_;
  int num_modes_;
  std::function<ModeSet()> compute_;
  std::optional<ModeSet> set_;                     // since the first step
  Base base_;                                      // equations in which the modes have been computed
  std::unique_ptr<ScopedLoadDisabling> no_loads_;  // at a mode, if loads are excluded
  int step_ = 0;
};

}  // namespace tenon::analysis
