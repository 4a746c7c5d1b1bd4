#pragma once
#include "tenon/base/Phases.hpp"
#include "tenon/solver/StaticSolution.hpp"
#include "tenon/system/ConstraintJacobian.hpp"
#include "tenon/system/LinearSystem.hpp"

namespace tenon::solver {

/// Equilibrium of linear bodies under constant loads: one Newton step from the given motion,
///   [A  G^T] [ du  ]   [ f(u) ]
///   [G  -C ] [-lam ] = [-Phi  ],   A = -df/du,
/// with held displacements imposed first, so that f and Phi carry them.
class LinearStatics {
 public:
  /// Collective. Imposes the held displacements and forms G. The mechanical system has to outlive this. `system`: the
  /// form of A, over the same mechanical system; without one a stored matrix of fixed pattern.
  explicit LinearStatics(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system = nullptr);

  /// Collective. InputError that names every motion that nothing holds.
  void requireSupported();

  /// Collective. Assembles A, in the phase "assemble". InputError that names the first node without any stiffness: most
  /// often an object, or a part of one, has no material.
  void assemble(base::Phases& phases);

  /// Collective. Assembles, and moves the bodies to equilibrium. Phases "assemble" and "solve". NotConvergedError when
  /// the solver fails.
  StaticSolution solve(const SolverParameters& parameters, SolverOptions& options, base::Phases& phases);

  /// The linear system that is solved.
  const system::LinearSystem& linearSystem() const { return *system_; }

  /// Collective. PETSc options that the last solve() asked for, for "did you mean".
  std::vector<std::string> knownOptions() const;

 private:
  void requireStiffness() const;
  void move(Vec step);
  StaticSolution describe(Vec multipliers) const;

  system::MechanicalSystem& mechanics_;
  std::unique_ptr<system::LinearSystem> system_;
  std::unique_ptr<system::ConstraintJacobian> constraints_;
  std::unique_ptr<SaddleSolver> solver_;
};

}  // namespace tenon::solver
