// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/registry/TypeChoice.hpp"
#include "contact/ConeSolverChoice.hpp"
#include "tenon/analysis/Stepper.hpp"

// Parameters of the time integrators of tenon. A case gives them in the block of the time
// integrator or, without such a block, in the block of the analysis.
namespace tenon::analysis {

/// Time integrator of a case: its name, or a block with its type and parameters.
using StepperChoice = base::TypeChoice<Stepper, steppers>;

/// Parameters of generalised-alpha. Like the two following structs, it is also the registered type,
/// because GeneralisedAlpha implements several methods.
struct GeneralisedAlphaParameters {
  using Data = GeneralisedAlphaParameters;
  /// Spectral radius at infinite frequency: 1 damps nothing, 0 annihilates unresolved frequencies
  /// in one step.
  double rho = 0.8;
  static void declare(base::Parameters<Data>& p);
  static std::unique_ptr<Stepper> make(const Data& data);
};

/// Parameters of hht.
struct HhtParameters {
  using Data = HhtParameters;
  double alpha = 0.05;  ///< parameter alpha
  static void declare(base::Parameters<Data>& p);
  static std::unique_ptr<Stepper> make(const Data& data);
};

/// Parameters of newmark.
struct NewmarkParameters {
  using Data = NewmarkParameters;
  double beta = 0.25;  ///< parameter beta
  double gamma = 0.5;  ///< parameter gamma
  static void declare(base::Parameters<Data>& p);
  static std::unique_ptr<Stepper> make(const Data& data);
};

/// Parameters of moreau-jean.
struct MoreauJeanParameters {
  contact::ConeSolverChoice contact_solver = "accelerated-gradient";  ///< contact solver
  double contact_tolerance = 1e-6;                                    ///< relative tolerance of the complementarity
  int contact_iterations = 10000;                                     ///< maximum number of iterations per step
  double contact_relaxation = 1.0;  ///< relaxation factor of Gauss-Seidel and Jacobi sweeps
  /// Velocity threshold [length/time] and duration [time] after which a slower body falls asleep;
  /// 0: bodies never sleep.
  double sleep_velocity = 0.0, sleep_after = 0.0;
  static void declare(base::Parameters<MoreauJeanParameters>& p);
};

/// Returns the keys in the block of an analysis that are parameters of time integrators.
std::vector<std::string> stepperKeys();

}  // namespace tenon::analysis
