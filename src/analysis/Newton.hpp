#pragma once
#include <petscsnes.h>

#include <exception>
#include <memory>
#include <string>
#include <type_traits>

#include "tenon/analysis/NewtonParameters.hpp"
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Newton's method on PETSc's SNES for the Equations,
///   F(x, lambda) = [-r(x, lambda)]      [ A  -G^T]
///                  [ h(x, lambda)] = 0, [k G  C  ] the derivative,
/// each step by TangentSolver. Full steps unless -snes_linesearch_type says otherwise. It ends where the forces that
/// are left over are small against the load (supports, constraints, inertia), and the gaps of constraints against the
/// motion.
class Newton {
 public:
  /// `advice`: what else helps where it does not converge, half a sentence.
  Newton(Equations& equations, TangentSolver& solver, const NewtonParameters& parameters, std::string advice)
      : equations_(equations), solver_(solver), parameters_(parameters), advice_(std::move(advice)) {}

  /// Collective. From the present motion. `step`: what is sought, for messages. NotConvergedError where a linear solve
  /// or Newton's method fails.
  solver::SolveStatistics solve(base::Phases& phases, const std::string& step);

  /// The largest norm of supports, constraints and inertia so far, which what is left is measured by.
  double load() const { return load_; }
  void setLoad(double load) { load_ = load; }

 private:
  struct Callbacks;

  solver::SolveStatistics find(base::Phases& phases, const std::string& step);
  void prepare();
  void configureSolver();
  void evaluate(Vec x, Vec residual);
  void linearise(Vec x);
  void multiply(Vec x, Vec y) const;
  void applyInverse(Vec b, Vec y);
  bool isConverged();
  void split(Vec whole, Vec x, Vec multipliers) const;
  void join(Vec x, Vec multipliers, Vec whole) const;
  [[noreturn]] void rethrow(const std::string& step);
  [[noreturn]] void refuse(const std::string& step, const std::string& reason) const;

  Equations& equations_;
  TangentSolver& solver_;
  NewtonParameters parameters_;
  std::string advice_;
  struct DestroySolver {
    void operator()(SNES snes) const { SNESDestroy(&snes); }
  };
  using NonlinearSolver = std::unique_ptr<std::remove_pointer_t<SNES>, DestroySolver>;

  base::Phases* phases_ = nullptr;
  NonlinearSolver snes_;  // with all below, for all steps; until one fails
  la::Vector x_, multipliers_, whole_, residual_;
  la::Matrix jacobian_;
  solver::SolveStatistics statistics_;
  std::exception_ptr failure_;
  Equations::Balance balance_;                 // of the last evaluation
  double gap_ = 0.0, load_ = 0.0;              // the largest norm of supports, constraints and inertia so far
  double forces_left_ = 0.0, gap_left_ = 0.0;  // over what is allowed: at most 1
};

}  // namespace tenon::analysis
