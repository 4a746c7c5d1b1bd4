#pragma once
#include <optional>

#include "tenon/base/Phases.hpp"
#include "tenon/solver/NodeRotations.hpp"
#include "tenon/solver/StaticSolution.hpp"
#include "tenon/system/ConstraintJacobian.hpp"
#include "tenon/system/LinearSystem.hpp"
#include "tenon/system/Redundancy.hpp"

namespace tenon::solver {

/// The linear system of statics at the given motion u and multipliers lambda,
///   [A  G^T] [  du ]   [ P (f(u) + G^T lambda) ]
///   [G  -C ] [-dlam] = [-(Phi(u) + C lambda)   ],   A = -d(f + G^T lambda)/du,
/// with held displacements imposed first, so that f and Phi carry them: equilibrium where all is linear, else a step of
/// Newton's method. Multipliers of the system are lambda / s, s the scale of each row.
class LinearStatics {
 public:
  /// Collective. Imposes the held displacements and forms G; multipliers are 0. The mechanical system has to outlive
  /// this. `system`: the form of A, over the same mechanical system; without one a stored matrix of fixed pattern.
  explicit LinearStatics(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system = nullptr);

  /// The preconditioner gets this system of its own, over the same mechanical system: assembled and set up at the
  /// moments that the solver's parameters name. InputError where it has no stored entries, or no stiffness.
  void precondition(std::unique_ptr<system::LinearSystem> own);

  /// InputError that names a constraint on velocities, of which statics has none.
  void requirePositions() const;

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

  /// Collective. Assembles, and moves the bodies and the multipliers by one solve. Phases "assemble" and "solve".
  /// NotConvergedError when the solver fails, InputError before it begins for PETSc options that nothing uses
  /// (SolverOptions::requireKnown). Where all is linear, this is equilibrium, and a second solve uses the
  /// matrix and the preconditioner of the first.
  StaticSolution solve(const SolverParameters& parameters, const SolverOptions& options, base::Phases& phases);

  /// Whether one solve is enough: every force and every constraint is linear, and A holds what they add to it.
  bool isLinear() const;

  // The steps of solve(), for Newton's method. All are collective.

  /// Motion and multipliers, such as linearise() and the right-hand sides are asked for: u over the layout, ghosts
  /// follow; multipliers of the system, nullptr without constraints.
  void setMotion(Vec u, Vec multipliers);
  void getMotion(Vec u, Vec multipliers) const;
  /// P (f + G^T lambda), and what it leaves out.
  struct Balance {
    la::Vector free;
    double free_norm = 0.0;        ///< |P (f + G^T lambda)|
    double reaction_norm = 0.0;    ///< |(I - P) (f + G^T lambda)|
    double constraint_norm = 0.0;  ///< |G^T lambda|
  };
  Balance balance() const;
  /// Phi + C lambda of every row, scaled; nullptr without constraints.
  la::Vector violation() const;
  /// For the start of a step, where these come from the case: InputError that names the load or the constraint whose
  /// numbers cannot be computed with. `violation` nullptr without constraints.
  void requireRepresentable(const Balance& balance, Vec violation) const;
  /// Forces |K| |u| whose round-off the balance carries, K the largest stiffness of the last assembly.
  double roundingForces(Vec u) const;
  /// Largest |Phi + C lambda| over |dPhi/dq| of a row: how far things are from where they should be.
  double gap(Vec violation) const;
  /// A at the present motion, with a solver for it. Constraint rows that follow from others are found, and left out of
  /// what is solved; NotConvergedError where they contradict each other.
  void linearise(const SolverParameters& parameters, const SolverOptions& options, base::Phases& phases);
  /// The system above with any right-hand sides, of which `g` is set to zero where rows follow from others; `g` and
  /// `step_of_multipliers` nullptr without constraints.
  SolveStatistics solveFor(Vec f, Vec g, Vec du, Vec step_of_multipliers);
  /// What Newton's method with relaxation r asks of the constraints in a step: r (Phi + C lambda), in place.
  void relax(Vec violation) const;
  /// The solution at the present motion and multipliers.
  StaticSolution describe() const;
  /// Rest position of every unknown.
  Vec restPositions();
  /// nullptr without constraints.
  const system::ConstraintJacobian* constraints() const { return constraints_.get(); }

  /// The linear system that is solved.
  const system::LinearSystem& linearSystem() const { return *system_; }

 private:
  void requireStiffness();
  void prepareSolver(const SolverParameters& parameters, const SolverOptions& options);
  SaddleSystem saddleSystem() const;
  void assemblePreconditioner(const SolverParameters& parameters);
  void followConstraints();
  void findRedundancy();
  std::vector<double> physical(const std::vector<double>& multipliers, const la::NamedRows& group) const;
  std::vector<std::vector<double>> reactionsTo(const std::vector<std::vector<double>>& left_over) const;

  system::MechanicalSystem& mechanics_;
  std::unique_ptr<system::LinearSystem> system_, preconditioner_;
  std::unique_ptr<system::ConstraintJacobian> constraints_;
  std::unique_ptr<system::Redundancy> redundancy_;  // among the rows of constraints_
  la::Vector multipliers_;                          // of the system, lambda / s
  la::Vector rest_;
  double stiffest_ = 0.0;                   // largest entry on A's diagonal
  std::optional<NodeRotations> rotations_;  // since the preconditioner's system was assembled
  std::optional<Renewal> renewal_;
  std::unique_ptr<SaddleSolver> solver_;
  bool options_are_known_ = false;  // the first solver has been asked which there are
};

}  // namespace tenon::solver
