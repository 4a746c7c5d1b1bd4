// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petsctao.h>

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Returns the methods of TAO that need only values and gradients, the default first.
std::vector<std::string> minimisationMethods();
/// Returns true if a method takes bounds of the variables into account.
bool admitsBounds(const std::string& method);

/// Value and gradient of a function.
struct FunctionValue {
  double value = 0.0;            ///< value, equal on all ranks
  std::vector<double> gradient;  ///< derivatives with respect to the variables of this rank
};

/// State of a minimisation after an iteration.
struct Iterate {
  int iteration = 0;      ///< number of completed iterations
  double value = 0.0;     ///< value of the function
  double gradient = 0.0;  ///< norm of the projected gradient
  double step = 0.0;      ///< largest change of a variable in this iteration
};

/// Function of bounded variables that is minimised. The variables are distributed: each rank owns
/// any number of them.
struct MinimisationProblem {
  std::vector<double> start, lower, upper;  ///< initial values and bounds of the variables of this rank
  /// Returns the value at a point, which is given by the variables of this rank; std::nullopt if
  /// the function has no value there, in which case the line search reduces its step. Exceptions
  /// end the minimisation. @note Collective.
  std::function<std::optional<FunctionValue>(const std::vector<double>&)> evaluate;
  /// Called after the evaluation of the initial point and after each iteration.
  std::function<void(const Iterate&)> on_iteration;
};

/// Settings of a minimisation.
struct MinimisationSettings {
  std::string method = "blmvm";  ///< method of TAO
  int iterations = 100;          ///< largest number of iterations
  double gradient = 1e-6;        ///< tolerance of the projected gradient, relative to its initial norm
  double objective = 0.0;        ///< tolerance of the relative decrease of the value in one iteration; 0: none
  double step = 0.0;             ///< tolerance of the change of the variables in one iteration; 0: none
};

/// Result of a minimisation.
struct MinimisationResult {
  bool has_converged = false;  ///< true if a tolerance was reached
  std::string reason;          ///< sentence without a full stop: why the minimisation has ended
  int iterations = 0;          ///< number of completed iterations
};

/// Minimisation by PETSc's Toolkit for Advanced Optimization (TAO). The options -tao_... of PETSc's
/// database override the settings.
class TaoMinimisation {
 public:
  /// Creates the solver and reads the options.
  /// @throws InputError if the options select a method that is not among minimisationMethods()
  /// @note Collective.
  TaoMinimisation(const base::Communicator& comm, MinimisationProblem problem, const MinimisationSettings& settings);
  ~TaoMinimisation();
  TaoMinimisation(const TaoMinimisation&) = delete;
  TaoMinimisation& operator=(const TaoMinimisation&) = delete;

  /// Minimises the function.
  /// @throws every exception of the functions of the problem
  /// @note Collective.
  MinimisationResult run();

 private:
  /// Point with the value of the function: the variables of this rank.
  struct Point {
    std::vector<double> x;
    FunctionValue function;
  };

  static PetscErrorCode evaluateForTao(Tao tao, Vec x, PetscReal* value, Vec gradient, void* context);
  static PetscErrorCode monitorForTao(Tao tao, void* context);
  static PetscErrorCode testForTao(Tao tao, void* context);
  template <class Work>
  PetscErrorCode guarded(Work&& work);
  double evaluate(Vec x, Vec gradient);
  FunctionValue valueOutside(const std::vector<double>& x) const;
  void monitor();
  void testConvergence();
  bool isLastPoint(const std::vector<double>& x) const;
  la::Vector vectorOf(const std::vector<double>& values) const;
  std::string describe(TaoConvergedReason reason) const;

  base::Communicator comm_;
  MinimisationProblem problem_;
  MinimisationSettings settings_;
  Tao tao_ = nullptr;
  la::Vector x_, lower_, upper_;
  std::optional<Point> last_, iterate_;  // last point with a value; point of the current iterate
  double decrease_ = 0.0, step_ = 0.0;   // relative decrease of the value and change of the last iteration
  std::string reached_;                  // tolerance that testConvergence() has found to be reached
  std::exception_ptr error_;             // exception of a function of the problem
};

}  // namespace tenon::solver
