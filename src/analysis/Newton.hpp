#pragma once
#include <petscsnes.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "Equilibrium.hpp"
#include "NewtonScales.hpp"
#include "bounds/PivotRule.hpp"
#include "tenon/analysis/NewtonParameters.hpp"
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Newton's method on PETSc's SNES for the Equations,
///   F(x, lambda) = [-r(x, lambda)]      [ A  -G^T]
///                  [ h(x, lambda)] = 0, [k G  C  ] the derivative,
/// each step by TangentSolver; or one of the methods beside it, on the same scaled vectors (NewtonScales). It ends
/// where the forces that are left over are small against the load (supports, constraints, inertia), and the gaps of
/// constraints against the motion.
class Newton {
 public:
  /// `advice`: what else helps where it does not converge, half a sentence.
  Newton(Equations& equations, TangentSolver& solver, const NewtonParameters& parameters, std::string advice)
      : equations_(equations),
        solver_(solver),
        parameters_(parameters),
        advice_(std::move(advice)),
        equilibrium_(parameters.tolerance) {}

  /// Collective. From the present motion. `step`: what is sought, for messages. NotConvergedError where a linear solve
  /// or Newton's method fails.
  solver::SolveStatistics solve(base::Phases& phases, const std::string& step);

  /// Tells every iteration in the log, which else only the debug level does.
  void tellIterations() { tells_iterations_ = true; }

  /// Sets whether full steps (`line_search: none`) after which the residual is not finite are halved; else they fail. A
  /// solution found by halving may lie on another branch than that which shorter load steps follow.
  void setHalving(bool halves) { halves_ = halves; }
  /// True if a residual of the last solve was not finite: only then halving makes a difference.
  bool hasLeftDomain() const { return has_left_domain_; }

  /// Leaves forces and rows (scaled, as violation()) out of the residual until other ones are given; nullptr: none.
  void leaveOut(Vec forces, Vec rows) { left_out_forces_ = forces, left_out_rows_ = rows; }

  /// The largest norm of supports, constraints and inertia so far, which what is left is measured by.
  double load() const { return equilibrium_.load; }
  void setLoad(double load) { equilibrium_.load = load; }

 private:
  struct Callbacks;

  solver::SolveStatistics find(base::Phases& phases, const std::string& step);
  void prepare();
  void configureSolver();
  void evaluate(Vec x, Vec residual);
  /// Collective. The equations at x_ and multipliers_, with the rows that may change decided.
  void place(RowChanges changes);
  void placeCautiously();
  bool isSettled() const;
  void linearise(Vec x);
  void multiply(Vec x, Vec y) const;
  void applyInverse(Vec b, Vec y);
  void requireMethod() const;
  void setMethod(SNES snes) const;
  bool isConverged(int iteration);
  bool isStalled(int iteration);
  int mostIterations() const;
  void tell(SNES snes, int iteration);
  static void split(Vec whole, const std::vector<double>& scales, Vec x, Vec multipliers);
  static void join(Vec x, Vec multipliers, const std::vector<double>& scales, Vec whole);
  [[noreturn]] void rethrow(const std::string& step);
  [[noreturn]] void refuse(const std::string& step, const std::string& reason) const;

  Equations& equations_;
  TangentSolver& solver_;
  NewtonParameters parameters_;
  bool halves_ = false;
  std::string advice_;
  struct DestroySolver {
    void operator()(SNES snes) const { SNESDestroy(&snes); }
  };
  using NonlinearSolver = std::unique_ptr<std::remove_pointer_t<SNES>, DestroySolver>;

  base::Phases* phases_ = nullptr;
  NonlinearSolver snes_;  // with all below, for all steps; until one fails
  la::Vector x_, multipliers_, whole_, residual_;
  la::Matrix jacobian_;
  std::optional<NewtonScales> scales_;  // of the present step
  solver::SolveStatistics statistics_;
  std::exception_ptr failure_;
  Equations::Balance balance_;  // of the last evaluation, as is violation_
  la::Vector violation_;
  Vec left_out_forces_ = nullptr, left_out_rows_ = nullptr;
  PivotRule pivots_;
  bool is_settled_ = false;  // the last evaluation, with the set of the last linear system
  bool has_decided_ = true;  // rows could change in the last evaluation
  bool holds_back_ = false;  // rows of it that have to change still
  double gap_ = 0.0;
  Equilibrium equilibrium_;
  double least_left_ = 0.0;                           // of forces and gaps, over what is allowed, in this step
  std::int64_t fewest_active_ = 0, most_active_ = 0;  // constraint rows in this step
  int last_progress_ = 0;                             // iteration that found it
  bool has_new_rows_ = false;                         // the last linear system, by the cautious rule
  std::function<bool()> has_other_rows_ = [this] { return has_new_rows_ || equations_.rowsDiffer(); };
  int iterations_ = 0, told_linear_ = 0;  // nonlinear ones; linear ones that were told
  bool tells_iterations_ = false;
  bool has_left_domain_ = false;  // a residual of this step was not finite
  bool is_first_ = true;          // evaluation of a step: where loads are judged
};

}  // namespace tenon::analysis
