// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "Kinematics.hpp"
#include "Snapshot.hpp"
#include "Solution.hpp"
#include "StateVectors.hpp"
#include "base/Phases.hpp"
#include "tenon/system/forms/LinearSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::analysis {

class ActiveSet;
enum class RowChanges;
class WeightedNorms;

/// Equations of constrained mechanics at one time: residual and tangent in the unknowns x of a step
/// and the multipliers,
///   r(x, lambda) = P (f(q, v, t) + G^T lambda - M a),   h(x, lambda) = Phi(q, v, t) + C lambda,
///   [A   G^T] [   dx ]   [  r  ]
///   [G  -C/k] [-dlam ] = [-h/k ],   A = s M - w B - p K,   K = d(f + G^T lambda)/dq.
///
/// q, v and a follow from x by Kinematics. k = p for rows on positions and k = w for rows on
/// velocities. P sets constrained degrees of freedom to zero. Dirichlet boundary conditions are
/// imposed first, so that f and Phi include the prescribed values. The multipliers of the system
/// are lambda / scale of each row.
///
/// This class evaluates residuals and assembles matrices; TangentSolver solves the linear systems.
class Equations {
 public:
  /// Creates the equations of statics, with q = x the current displacement, imposed Dirichlet
  /// boundary conditions and zero multipliers.
  /// @param mechanics Mechanical system, which must outlive this object.
  /// @param system Representation of A for the same mechanical system; nullptr: a stored matrix
  /// with a fixed sparsity pattern.
  /// @note Collective.
  explicit Equations(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system = nullptr);
  ~Equations();

  /// Returns the mechanical system.
  system::MechanicalSystem& mechanics() const { return mechanics_; }
  /// Returns the communicator of the mechanical system.
  const base::Communicator& comm() const { return mechanics_.comm(); }
  /// Returns A as assembled by the last assemble().
  const system::LinearSystem& linearSystem() const { return *system_; }
  /// Returns G and C; nullptr without constraints.
  const system::ConstraintJacobian* constraints() const { return constraints_.get(); }
  /// Returns the current kinematics.
  const Kinematics& kinematics() const { return kinematics_; }
  /// Returns the rigid-body modes of all unknowns, see la::rigidModes(); nullptr if there are none.
  /// @note Collective.
  MatNullSpace rigidModes();

  /// Sets the dependence of the state on x: q_n, d0, v0 and the initial x, over the layout. All
  /// vectors are copied.
  /// @note Collective.
  void setKinematics(const Kinematics& kinematics, Vec q, Vec d0, Vec v0, Vec x);
  /// Sets the coefficients of A alone, for an inspection of A before the first step.
  void setKinematics(const Kinematics& kinematics) { kinematics_ = kinematics; }

  /// Restores the state at time t from vectors that stateVectors() returned. The unknowns x are the
  /// accelerations, which do not change positions and velocities.
  /// @param multipliers Multipliers of the system, nullptr without constraints.
  /// @note Collective.
  void setState(double time, const StateVectors& state, Vec multipliers);

  /// Returns what steps have changed besides states, multipliers and internal variables.
  StepMemory stepMemory() const;
  /// Restores the contributors from a value of stepMemory(). The states must be set afterwards.
  /// @note Collective.
  void restoreContributors(const StepMemory& memory);
  /// Restores the active rows from a value of stepMemory(), with the multipliers of that step.
  /// Called after the states have been set.
  /// @note Collective.
  void restoreActiveRows(const StepMemory& memory, Vec multipliers);

  /// Announces that a program has changed a stiffness, a mass or a constraint, so that matrices are
  /// assembled anew. Loads and prescribed values are evaluated in each step and need no
  /// announcement. The number of rows of each constraint must not change.
  /// @note Collective.
  void invalidate();
  /// Returns the number of calls of invalidate(), for objects that store matrices.
  int revision() const { return revision_; }

  /// Repeats contact detection if points have moved by more than the fraction `share` of the last
  /// search distance.
  /// @return True if the candidate pairs have changed. G is then updated, and the active set is
  /// determined anew.
  /// @note Collective.
  bool updatePairs(double share);

  /// Begins a step: sets the time of loads and prescribed values and imposes the Dirichlet boundary
  /// conditions.
  /// @note Collective.
  void setTime(double time);

  /// Returns true if one linear solve is sufficient: all forces and constraints are linear, and A
  /// contains all their contributions.
  bool isLinear() const;

  // The following functions are collective unless noted otherwise.

  /// Sets the unknowns and multipliers at which the following functions evaluate, and updates
  /// ghosts.
  /// @param multipliers Multipliers of the system, nullptr without constraints.
  /// @note Collective.
  void setUnknowns(Vec x, Vec multipliers);
  /// Copies the unknowns and the multipliers of the system. @note Collective.
  void getUnknowns(Vec x, Vec multipliers) const;
  /// Sets multipliers of the system that a time integrator has computed together with its bounds,
  /// in the current state, at which G is updated.
  /// @note Collective.
  void setMultipliers(Vec multipliers);
  /// Converts incremental rotations in `dx` to increments of x, in place. In statics x contains
  /// rotation vectors theta: the increment becomes log(exp(dx) exp(theta)) - theta.
  /// @note Not collective.
  void composeRotations(Vec dx) const;

  /// Sets the velocities v = v0 + w x by changing v0; x is unchanged. Not applicable to statics.
  /// @note Collective.
  void setVelocities(Vec v);

  /// Residual P (f + G^T lambda - M a) and norms of its parts.
  struct Residual {
    la::Vector free;               ///< residual at unconstrained degrees of freedom
    double free_norm = 0.0;        ///< norm |P (f + G^T lambda - M a)|
    double reaction_norm = 0.0;    ///< norm |(I - P) (f + G^T lambda - M a)|
    double constraint_norm = 0.0;  ///< norm |G^T lambda|
    double inertia_norm = 0.0;     ///< norm |M a|
  };
  /// Evaluates the residual.
  /// @param excluded Forces to subtract from f, over the layout; nullptr: none.
  /// @note Collective.
  Residual computeResidual(Vec excluded = nullptr) const;
  /// Returns the scaled constraint residuals h = Phi + C lambda of the active rows, 0 for inactive
  /// rows; nullptr without constraints.
  /// @note Collective.
  la::Vector constraintResidual() const;
  /// Sets the displacement to `q`, applies the Dirichlet values and returns the constraint
  /// residual. G is not updated.
  /// @note Collective.
  la::Vector constraintResidualAt(Vec q);
  /// Divides rows by k, in place: h / k, as in the linear system.
  void divideByFactors(Vec rows) const;
  /// Multiplies rows by k, in place: k h.
  void multiplyByFactors(Vec rows) const;
  /// Returns the compliances C / k of the linear system.
  Vec compliance() const;
  /// Returns G as in the linear system, where inactive rows are empty; G itself if no constraint
  /// has a bound.
  /// @note Collective.
  Mat activeRows(Mat G) const;
  /// Returns a flag for each owned constraint row: true if the row is active as an equality (closed
  /// or sticking).
  std::vector<char> closedRowFlags() const;
  /// Returns true if the active set differs from the one at the last call, and stores it.
  /// @note Collective.
  bool recordActiveSetChange() const;
  /// Returns true if the active set differs from the one at the last call of
  /// recordActiveSetChange(), without storing it.
  /// @note Collective.
  bool hasActiveSetChanged() const;
  /// Sets which rows with bounds may change in setUnknowns(), relative to the last call of
  /// recordActiveSetChange().
  void allowRowChanges(RowChanges changes);
  /// Returns the number of rows with bounds that have changed, relative to the last call of
  /// recordActiveSetChange().
  /// @note Collective.
  std::int64_t numRowChanges() const;
  /// Returns a number that identifies the active set. @note Collective.
  std::int64_t activeSetIdentifier() const;
  /// Converts constraint rows, in place, to the combined rows of the linear system. Only
  /// constraints with bounds are affected.
  void combineRows(Vec rows) const;
  /// Converts multiplier increments of the linear system, in place, to increments of the individual
  /// rows.
  void distributeMultipliers(Vec change) const;
  /// Returns the largest gap, |h| / |dPhi/dq| over all rows: the distance from a state that
  /// satisfies the constraints.
  /// @note Collective.
  double gap(Vec constraint_residual) const;
  /// Returns the gap of each row of this rank; 0 for inactive rows. @note Not collective.
  std::vector<double> gaps(Vec constraint_residual) const;
  /// Returns |K| |q - rest|, the force whose round-off the residual contains. @note Collective.
  double roundOffForceNorm() const;
  /// Returns the largest diagonal entry of -K that roundOffForceNorm() uses; negative: not
  /// determined yet.
  double largestStiffness() const { return largest_stiffness_; }
  /// Sets the largest diagonal entry of -K, for example from a snapshot.
  void setLargestStiffness(double entry) { largest_stiffness_ = entry; }
  /// Returns weights that convert the unknowns of A to lengths (WeightedNorms.hpp): 1 for lengths;
  /// nullptr if all unknowns are lengths.
  Vec weights() const;
  /// Returns the largest component of p x, the change of positions. Rotations of rigid bodies count
  /// as lengths at their lever (WeightedNorms.hpp).
  /// @note Collective.
  double positionChange() const;
  /// Returns the largest component of any reference position or displacement, or the lever of
  /// rotations (WeightedNorms.hpp) if larger. The round-off of gaps is proportional to this size.
  /// @note Collective.
  double size();
  /// Returns the increment d since the beginning of the step, q = q_n (+) d. Not applicable to
  /// statics.
  /// @note Collective.
  la::Vector increment() const { return incrementFrom(q_.get()); }
  /// Returns the increment d from any displacement `q` to the current one. @note Collective.
  la::Vector incrementFrom(Vec q) const;
  /// Returns copies of displacement, velocity and acceleration. @note Collective.
  StateVectors stateVectors() const;
  /// Multiplies the constraint residuals by the relaxation r of each row, in place, as required by
  /// Newton's method.
  void relax(Vec constraint_residual) const;

  /// Returns true if A is up to date, so that assemble() would not change it.
  bool isAssembled() const;
  /// Assembles A in the current state, in the phase "assemble".
  /// @throws InputError if a node has neither stiffness nor mass, usually because an object or a
  ///   part of it has no material; the message names the first such node.
  /// @note Collective.
  void assemble(base::Phases& phases);

  /// Assembles the matrix of the linear system with other factors, for an inspection, and returns
  /// it. assemble() must be called before A is used again.
  /// @note Collective.
  Mat assembleFor(const system::Factors& factors);

  /// Returns the solution for the current state and multipliers, as far as selected by `request`.
  /// @note Collective.
  Solution evaluateSolution(const SolutionRequest& request = {}) const;
  /// Returns the solution for a mode shape: adds x to the displacements as a small perturbation of
  /// the current state. Contributors and constraints are not evaluated again.
  /// @param multipliers Multipliers of the system that belong to the mode shape; nullptr without
  /// constraints.
  /// @param force Forces that belong to the mode shape.
  /// @note Collective.
  Solution evaluateModeSolution(Vec x, Vec multipliers, Vec force, const SolutionRequest& request = {});

  /// Checks that forces are finite for the current displacement, see checks/requireInDomain.hpp.
  /// @throws NotConvergedError if elements are inverted or the domain of a constitutive model is
  /// left.
  /// @note Collective.
  void requireInDomain() const;

  /// Returns true if any constraint has a bound.
  bool hasBounds() const { return active_set_ != nullptr; }
  /// Activates bounds also in transient analyses, because the time integrator supports them.
  void allowBounds() { bounds_are_allowed_ = true; }
  /// Returns true if the time integrator supports bounds.
  bool areBoundsAllowed() const { return bounds_are_allowed_; }
  /// Enables or disables bounds. If bounds are ignored, all rows with bounds are inactive.
  void ignoreBounds(bool ignores) { ignores_bounds_ = ignores; }

 private:
  void requireDiagonal(Vec diagonal);
  void findLargestStiffness(Vec diagonal);
  void setCoordinates(Vec x);
  void setCoordinates(std::size_t body, const double* q, const double* d0, const double* v0, const double* x);
  void updateConstraints();
  void makeJacobian();
  void scatterMultipliers();
  la::Vector rows() const;
  void formFactors();
  la::Vector vectorOf(gsl::span<const double> (la::State::*values)() const) const;
  void scatter(Vec vector, gsl::span<double> (la::State::*values)()) const;
  std::vector<double> physical(const std::vector<double>& multipliers, const la::NamedRows& group) const;
  void addMultipliers(Vec multipliers, Solution& solution) const;
  void addForces(Solution& solution) const;
  void addReactions(Vec multipliers, std::vector<std::vector<double>> residual, Solution& solution) const;
  void addConstraintForces(Vec multipliers, Solution& solution) const;
  std::vector<std::vector<double>> computeReactions(const std::vector<std::vector<double>>& residual) const;

  system::MechanicalSystem& mechanics_;
  std::unique_ptr<system::LinearSystem> system_;
  std::unique_ptr<WeightedNorms> norms_;
  std::unique_ptr<system::ConstraintJacobian> constraints_;
  Kinematics kinematics_;
  la::Vector q_, d0_, v0_, x_;             // nullptr in statics, where the states contain these data
  la::Vector multipliers_;                 // multipliers of the system, lambda / scale
  std::unique_ptr<ActiveSet> active_set_;  // nullptr without bounds
  la::NullSpace rigid_modes_;
  la::Vector factors_, soft_;        // k and C / k by row; nullptr if k = 1
  Kinematics formed_for_;            // kinematics of factors_ and soft_
  std::vector<double> increment_;    // work array for one object
  double largest_stiffness_ = -1.0;  // largest diagonal entry of -K; negative: not determined yet
  double bound_stiffness_ = 0.0;     // transient analyses: largest diagonal entry of A / p
  bool bounds_are_allowed_ = false, ignores_bounds_ = false;
  bool is_assembled_ = false;
  int revision_ = 0;
};

}  // namespace tenon::analysis
