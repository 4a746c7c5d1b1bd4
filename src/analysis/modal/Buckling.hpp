// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Analysis.hpp"

namespace tenon::analysis {

struct ModeSet;

/// Linear buckling analysis: lowest load factors mu > 0 at which a mode phi can grow from the
/// linear response u_0, lambda_0,
///   (K_0 + mu K_s) phi - G^T lambda = 0,   G phi + C lambda = 0.
/// K_0 is the stiffness of the unloaded reference configuration and K_s the geometric stiffness of
/// the linear response, at frozen stresses (StressStiffness.hpp).
///
/// SLEPc's Krylov-Schur method computes the largest theta = 1 / mu of -K_s phi = theta K_0 phi, as
/// for natural frequencies (Modal.hpp). Each mode is a step, at a time equal to its number, and is
/// scaled to a largest component of 1.
/// @see Bathe, Finite Element Procedures, 2nd ed. (2014), 6.8.2.
class Buckling : public Analysis {
 public:
  /// Parameters of the block `analysis` of a case file.
  struct Data {
    int modes = 3;            ///< number of modes
    double time = 1.0;        ///< time at which the loads are evaluated that mu multiplies
    double tolerance = 1e-6;  ///< relative tolerance of the eigenvalues
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  explicit Buckling(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.modes; }
  int solvesPerMatrix() const override { return 60; }
  /// Checks that all rigid-body modes are restrained.
  /// @throws InputError if one is not, or if the stiffness of a force in the reference
  /// configuration is not symmetric
  /// @note Collective.
  void requireSupported(Equations& equations) const override;

  /// Checks that all nonlinear forces have a geometric stiffness.
  /// @throws InputError whose message names a nonlinear force without an initial-stress stiffness
  /// @note Collective.
  void requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  using Analysis::begin;
  /// Begins a run, whose first step computes all modes.
  /// @param last number of modes to compute, if smaller than `modes`
  /// @note Collective. The first step throws
  ///   InputError if there is no geometric stiffness or if it is not symmetric, and
  ///   NotConvergedError if there is no mode or if K_0 is not positive definite.
  std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     int last) override;

 private:
  ModeSet compute(Equations& equations, TangentSolver& solver, base::Phases& phases, int count) const;

  Data data_;
};

}  // namespace tenon::analysis
