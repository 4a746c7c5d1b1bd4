#pragma once
#include <optional>

#include "tenon/base/Phases.hpp"
#include "tenon/solver/NodeRotations.hpp"
#include "tenon/solver/StaticSolution.hpp"
#include "tenon/system/ConstraintJacobian.hpp"
#include "tenon/system/LinearSystem.hpp"

namespace tenon::solver {

/// One linear solve of statics from the given motion: equilibrium where all forces are linear, else a Newton step,
///   [A  G^T] [ du  ]   [ f(u) ]
///   [G  -C ] [-lam ] = [-Phi  ],   A = -df/du,
/// with held displacements imposed first, so that f and Phi carry them.
class LinearStatics {
 public:
  /// Collective. Imposes the held displacements and forms G. The mechanical system has to outlive this. `system`: the
  /// form of A, over the same mechanical system; without one a stored matrix of fixed pattern.
  explicit LinearStatics(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system = nullptr);

  /// The preconditioner gets this system of its own, over the same mechanical system: assembled and set up at the
  /// moments that the solver's parameters name. InputError where it has no stored entries, or no stiffness.
  void precondition(std::unique_ptr<system::LinearSystem> own);

  /// Collective. Loads and prescribed motions of time t, which begins a step; held displacements are imposed.
  void moveTo(double time);

  /// Collective. InputError that names every motion that nothing holds.
  void requireSupported();

  /// InputError where a system is told to be what can be exported but not solved: with the unknowns that conditions
  /// hold, or a preconditioner's approximation.
  void requireSolvable() const;

  /// Collective. Assembles A, in the phase "assemble". InputError that names the first node without any stiffness: most
  /// often an object, or a part of one, has no material.
  void assemble(base::Phases& phases);

  /// Collective. Assembles, and moves the bodies to equilibrium. Phases "assemble" and "solve". NotConvergedError when
  /// the solver fails. Where all forces are linear, a second solve uses the matrix and the preconditioner of the first.
  StaticSolution solve(const SolverParameters& parameters, SolverOptions& options, base::Phases& phases);

  /// Whether one solve is enough: every force is linear, and A holds what they add to it.
  bool isLinear() const;

  /// The linear system that is solved.
  const system::LinearSystem& linearSystem() const { return *system_; }

  /// Collective. PETSc options that the last solve() asked for, for "did you mean".
  std::vector<std::string> knownOptions() const;

 private:
  void requireStiffness() const;
  void prepareSolver(const SolverParameters& parameters, const SolverOptions& options);
  SaddleSystem saddleSystem() const;
  void assemblePreconditioner(const SolverParameters& parameters);
  void move(Vec step);
  std::vector<std::vector<double>> reactionsTo(const std::vector<std::vector<double>>& left_over) const;
  StaticSolution describe(Vec multipliers) const;

  system::MechanicalSystem& mechanics_;
  std::unique_ptr<system::LinearSystem> system_, preconditioner_;
  std::unique_ptr<system::ConstraintJacobian> constraints_;
  la::Vector rest_;
  std::optional<NodeRotations> rotations_;  // since the preconditioner's system was assembled
  std::optional<Renewal> renewal_;
  std::unique_ptr<SaddleSolver> solver_;
};

}  // namespace tenon::solver
