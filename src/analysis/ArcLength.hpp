// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Analysis.hpp"
#include "analysis/path/ArcLengthParameters.hpp"

namespace tenon::analysis {

/// Arc-length continuation: traces an equilibrium path f(u, t) + G^T lambda + r = 0, Phi(u, t) + C
/// lambda = 0. The time t, a load factor, is an unknown and may decrease, so that limit points can
/// be passed. A step has the length
///   |du| = ds
/// over the unconstrained degrees of freedom; rotations count as lengths at their lever.
///
/// The predictor follows the tangent du/dt in the direction that continues the previous step (Feng,
/// Peric and Owen, Comput. Struct. 60 (1996), 779-787). The corrector iterates in the plane normal
/// to the increment so far (Ramm, Strategies for tracing the nonlinear response near limit points,
/// 1981).
///
/// The length ds is adapted to the number of iterations of a step and to the angle between the
/// tangents at its ends. It is halved if a step fails, if this angle is large, if a node moves
/// farther than both tangents predict, or if t changes its direction although the determinant keeps
/// its sign: such a step may have jumped to another part of the path. Limit points and bifurcations
/// are reported.
class ArcLength : public Analysis {
 public:
  /// Parameters of the block `analysis` of a case file.
  using Data = ArcLengthParameters;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  explicit ArcLength(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.steps; }
  bool hasFixedNumSteps() const override { return false; }
  double endTime() const override { return data_.end_time; }
  void requireSupported(Equations& equations) const override;

  using Analysis::begin;
  /// Begins a path from the current state at t = 0. A step fails with NotConvergedError if it fails
  /// with the smallest length, or if `steps` steps have not reached T.
  /// @note Collective.
  std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     int last) override;

 private:
  Data data_;
};

}  // namespace tenon::analysis
