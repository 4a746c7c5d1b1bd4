// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "analysis/Analysis.hpp"

namespace tenon::analysis {

struct ModeSet;

/// Modal analysis: lowest undamped natural frequencies and mode shapes that fulfil the boundary
/// conditions and constraints,
///   K phi - G^T lambda = omega^2 M phi,   G phi + C lambda = 0,   phi . M phi = 1.
/// K is the tangent of the unloaded reference configuration. With `preload` it is the tangent of
/// the equilibrium under the loads and prescribed displacements at `end_time`, which load steps
/// compute first. This tangent includes the geometric stiffness and the stiffness of loads and
/// multipliers; closed contacts are equalities.
///
/// SLEPc's Krylov-Schur method (Stewart, SIAM J. Matrix Anal. Appl. 23 (2001), 601-614) computes
/// the largest theta = 1 / (omega^2 + s) of M phi = theta (K + s M) phi. Each product with the
/// inverse of K + s M is a solve of the saddle-point system. A shift s > 0 makes the system regular
/// for unconstrained bodies and for an indefinite K.
///
/// Alternatively, LOBPCG needs only the preconditioner and the projection onto the admissible
/// space. Both methods end with one inverse iteration of all modes. A mode with negative omega^2
/// grows: the state is unstable.
///
/// The basis of repeated frequencies and the signs of all modes are defined by the motion along x,
/// y and z, independently of the partition. Each mode is a step, at a time equal to its number. The
/// objects finally contain the last mode shape.
class Modal : public Analysis {
 public:
  /// Parameters of the block `analysis` of a case file.
  struct Data {
    int modes = 10;                       ///< number of modes
    double shift = 0.0;                   ///< shift s; 0: chosen automatically
    double tolerance = 1e-6;              ///< relative tolerance of the eigenvalues
    std::string method = "krylov-schur";  ///< eigenvalue solver: "krylov-schur" or "lobpcg"
    bool preload = false;                 ///< true if the modes refer to the loaded equilibrium
    int steps = 1;                        ///< number of load steps; this and the following members concern the preload
    double end_time = 1.0;                ///< time of the loads
    int cuts = 8, max_iterations = 25;    ///< maximum numbers of step-size reductions, and of iterations per load step
    double newton_tolerance = 1e-8;       ///< relative tolerance of Newton's method
    std::string line_search = "none";     ///< line search of Newton's method
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  explicit Modal(const Data& data) : data_(data) {}

  /// Returns the coefficients of K alone; the run chooses the shift s.
  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.modes; }
  int solvesPerMatrix() const override { return 60; }
  /// Checks the model; with `preload`, all rigid-body modes must be restrained.
  /// @throws InputError without masses, with constraints on velocities, or if the stiffness of a
  /// force is not symmetric
  /// @note Collective.
  void requireSupported(Equations& equations) const override;

  /// Checks, without `preload`, that no prescribed displacement would change K; loads that would
  /// change K cause a warning.
  /// @note Collective.
  void requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  using Analysis::begin;
  /// Begins a run, whose first step computes all modes.
  /// @param last number of modes to compute, if smaller than `modes`
  /// @note Collective. The first step throws
  ///   InputError if there are fewer modes than requested, or if prescribed displacements
  ///   without `preload` would change K, and
  ///   NotConvergedError if the preload has no equilibrium or the eigensolver fails.
  std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     int last) override;

 private:
  ModeSet compute(Equations& equations, TangentSolver& solver, base::Phases& phases, int count) const;
  solver::SolveStatistics findState(Equations& equations, TangentSolver& solver, base::Phases& phases) const;

  Data data_;
};

}  // namespace tenon::analysis
