#pragma once
#include <petscsnes.h>

#include <exception>
#include <string>

#include "tenon/solver/LinearStatics.hpp"
#include "tenon/solver/Statics.hpp"

namespace tenon::solver {

/// Newton's method on PETSc's SNES for
///   F(u, lambda) = [-P (f(u) + G^T lambda)]      [A  -G^T]
///                  [  Phi(u) + C lambda   ] = 0, [G   C  ] the derivative,
/// each step by LinearStatics. Full steps unless -snes_linesearch_type says otherwise. It ends where the forces that
/// are left over are small against the load, and the gaps of constraints against the displacements.
class Newton {
 public:
  Newton(system::MechanicalSystem& mechanics, LinearStatics& linear, const StaticsParameters& parameters)
      : mechanics_(mechanics), linear_(linear), parameters_(parameters) {}

  /// Collective. From the present motion. `step`: what is sought, for messages. NotConvergedError where a linear solve
  /// or Newton's method fails.
  StaticSolution solve(const SolverParameters& solver, const SolverOptions& options, base::Phases& phases,
                       const std::string& step);

 private:
  struct Callbacks;
  struct Context {
    const SolverParameters& solver;
    const SolverOptions& options;
    base::Phases& phases;
  };

  void configureSolver(SNES snes);
  void evaluate(Vec x, Vec residual);
  void linearise(Vec x);
  void multiply(Vec x, Vec y) const;
  void applyInverse(Vec b, Vec y);
  bool isConverged();
  void split(Vec whole, Vec u, Vec multipliers) const;
  void join(Vec u, Vec multipliers, Vec whole) const;
  [[noreturn]] void rethrow(const std::string& step);
  [[noreturn]] void refuse(const std::string& step, const std::string& reason) const;

  system::MechanicalSystem& mechanics_;
  LinearStatics& linear_;
  StaticsParameters parameters_;
  const Context* context_ = nullptr;
  la::Vector u_, multipliers_, x_, residual_;
  la::Matrix jacobian_;
  SolveStatistics statistics_;
  std::exception_ptr failure_;
  LinearStatics::Balance balance_;             // of the last evaluation
  double gap_ = 0.0, load_ = 0.0;              // the largest norm of supports and constraints so far
  double forces_left_ = 0.0, gap_left_ = 0.0;  // over what is allowed: at most 1
};

}  // namespace tenon::solver
