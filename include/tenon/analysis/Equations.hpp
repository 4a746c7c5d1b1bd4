#pragma once
#include <memory>
#include <vector>

#include "tenon/analysis/Kinematics.hpp"
#include "tenon/analysis/MotionVectors.hpp"
#include "tenon/analysis/Solution.hpp"
#include "tenon/base/Phases.hpp"
#include "tenon/system/ConstraintJacobian.hpp"
#include "tenon/system/LinearSystem.hpp"

namespace tenon::analysis {

class ActiveSet;
enum class RowChanges;
class Measure;

/// The equations of constrained mechanics at one time, as residual and tangent in the unknowns x of a step and the
/// multipliers:
///   r(x, lambda) = P (f(q, v, t) + G^T lambda - M a),   h(x, lambda) = Phi(q, v, t) + C lambda,
///   [A   G^T] [   dx ]   [  r  ]
///   [G  -C/k] [-dlam ] = [-h/k ],   A = s M - w B - p K,   K = d(f + G^T lambda)/dq,
/// with q, v and a by Kinematics, and k = p, of rows that are conditions on velocities w. Held motions are imposed
/// first, so that f and Phi carry them. Multipliers of the system are lambda / scale of each row.
///
/// Evaluates and assembles; TangentSolver solves.
class Equations {
 public:
  /// Collective. Of statics: q = x, the present displacement with held motions imposed; multipliers are 0. The
  /// mechanical system has to outlive this. `system`: the form of A, over the same mechanical system; without one a
  /// stored matrix of fixed pattern.
  explicit Equations(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system = nullptr);
  ~Equations();

  system::MechanicalSystem& mechanics() const { return mechanics_; }
  const base::Communicator& comm() const { return mechanics_.comm(); }
  /// A, of the last assemble().
  const system::LinearSystem& linearSystem() const { return *system_; }
  /// G and C; nullptr without constraints.
  const system::ConstraintJacobian* constraints() const { return constraints_.get(); }
  const Kinematics& kinematics() const { return kinematics_; }
  /// Collective. la::rigidModes() of all unknowns; nullptr where there are none.
  MatNullSpace rigidModes();

  /// Collective. How the motion follows from x from now on: q_n, d0, v0 and the first x, over the layout; all are
  /// copied.
  void setKinematics(const Kinematics& kinematics, Vec q, Vec d0, Vec v0, Vec x);
  /// The factors of A alone, for a look at A before anything moves.
  void setKinematics(const Kinematics& kinematics) { kinematics_ = kinematics; }

  /// Collective. Bodies and multipliers (of the system, nullptr without constraints) as they were at time t: all is as
  /// motion() gave it, and x are the accelerations, which move nothing.
  void setMotion(double time, const MotionVectors& motion, Vec multipliers);

  /// Collective. What may touch is looked for anew where things have moved by more than `share` of how far contacts
  /// looked last. Whether other things may touch now: then G follows, and which rows hold is decided anew.
  bool findPairs(double share);

  /// Collective. Loads and prescribed motions of time t, which begins a step; held motions are imposed.
  void moveTo(double time);

  /// Whether one solve is enough: every force and every constraint is linear, and A holds what they add to it.
  bool isLinear() const;

  // All of these are collective.

  /// Unknowns and multipliers at which all below is evaluated; multipliers of the system, nullptr without constraints.
  /// Ghosts follow.
  void setUnknowns(Vec x, Vec multipliers);
  void getUnknowns(Vec x, Vec multipliers) const;
  /// Multipliers of the system that a stepper has found by itself, with its bounds, at the motion of the states, which
  /// G follows.
  void setMultipliers(Vec multipliers);
  /// The step dx of x of which the linear system says how far frames turn from where they are, as the change of x: in
  /// statics, where x has rotation vectors, theta becomes that of exp(dx) exp(theta). In place, not collective.
  void composeTurns(Vec dx) const;

  /// Other velocities v = v0 + w x at the same x. Not of statics.
  void setVelocities(Vec v);

  /// P (f + G^T lambda - M a), and what it leaves out.
  struct Balance {
    la::Vector free;
    double free_norm = 0.0;        ///< |P (f + G^T lambda - M a)|
    double reaction_norm = 0.0;    ///< |(I - P) (f + G^T lambda - M a)|
    double constraint_norm = 0.0;  ///< |G^T lambda|
    double inertia_norm = 0.0;     ///< |M a|
  };
  /// `left_out`: forces to subtract from f, over the layout; nullptr: none.
  Balance balance(Vec left_out = nullptr) const;
  /// h = Phi + C lambda of every row that holds, scaled, 0 of others; nullptr without constraints.
  la::Vector violation() const;
  /// The same with the bodies at displacements q, where they stay, but for what is held now; G stays as it was.
  la::Vector violationAt(Vec q);
  /// h / k and k h in place, and C / k: as the linear system has them.
  void divideByFactors(Vec rows) const;
  void multiplyByFactors(Vec rows) const;
  Vec compliance() const;
  /// G as the linear system has it: G itself where no constraint has a bound.
  Mat active(Mat G) const;
  /// Which rows of this rank hold as equations by themselves: neither open, nor slips.
  std::vector<char> closedRows() const;
  /// Collective. Whether other rows hold than when this was last asked.
  bool hasOtherRows() const;
  /// True if other rows hold now than when hasOtherRows() was last asked. @note Collective.
  bool rowsDiffer() const;
  /// Sets which rows with bounds may change in setUnknowns(), compared with when hasOtherRows() was last asked.
  void allow(RowChanges changes);
  /// The number of rows with bounds that did. @note Collective.
  std::int64_t numRowChanges() const;
  /// A number that identifies the set of rows with bounds that hold. @note Collective.
  std::int64_t activeSetNumber() const;
  /// Rows in place as the linear system has them, where some have bounds, and its multipliers as those of the rows.
  void combineRows(Vec rows) const;
  void distributeMultipliers(Vec change) const;
  /// Largest |h| over |dPhi/dq| of a row: how far things are from where they should be.
  double gap(Vec violation) const;
  /// That of each row on this rank; 0 where a bound does not hold it.
  std::vector<double> gaps(Vec violation) const;
  /// Forces |K| |q - rest| whose round-off the balance carries.
  double roundingForces() const;
  /// The largest entry on the diagonal of -K that roundingForces() knows of, below 0 before it was looked for.
  double stiffest() const { return stiffest_; }
  void setStiffest(double entry) { stiffest_ = entry; }
  /// 1 by unknowns of A that are lengths, and what else makes lengths of them (Measure.hpp); nullptr where all are.
  Vec weights() const;
  /// Largest component of what x moves, p x; turns of rigid bodies are lengths at their lever (Measure.hpp).
  double movement() const;
  /// Largest component of any rest position or displacement, and the lever of rotations (Measure.hpp): round-off of gaps
  /// is a share of it.
  double size();
  /// d with q = q_n (+) d: how far the motion is from where the step began. Not of statics.
  la::Vector increment() const { return incrementFrom(q_.get()); }
  /// The same from any q.
  la::Vector incrementFrom(Vec q) const;
  /// Displacement, velocity and acceleration, copied.
  MotionVectors motion() const;
  /// What Newton's method with relaxation r asks of the constraints in a step: r h, in place.
  void relax(Vec violation) const;

  /// Whether assemble() would make the A that there is.
  bool isAssembled() const;
  /// Assembles A at the present motion, in the phase "assemble". InputError that names the first node without any
  /// stiffness or mass: most often an object, or a part of one, has no material.
  void assemble(base::Phases& phases);

  /// The solution at the present motion and multipliers, as far as it is wanted.
  Solution describe(const Wanted& wanted = {}) const;
  /// The bodies displaced by x, as the shape of a small motion about the present one: contributors and constraints are
  /// not asked anew. `force` and the multipliers of the system (nullptr without constraints) are those of the shape.
  Solution describeShape(Vec x, Vec multipliers, Vec force, const Wanted& wanted = {});

  // What equations have to be. All are collective.

  /// InputError that names every motion that nothing holds.
  void requireSupported();
  /// What requireSupported() says of the rows that hold now, where some have bounds; empty: nothing is free.
  std::string motionWithoutBounds();
  /// Whether there is no such motion.
  bool isSupported();
  /// @throws InputError that names the object and a node without mass, where a motion in time needs one.
  void requireMasses();
  /// InputError that names a constraint with a bound, which `analysis` does not take.
  void requireNoBounds(const std::string& analysis) const;
  /// InputError that names a force that depends on how long a step takes, where `analysis` knows no such time.
  void requireNoRates(const std::string& analysis) const;
  /// Whether any constraint has a bound.
  bool hasBounds() const { return active_set_ != nullptr; }
  /// From now on bounds hold in motions in time too: the stepper takes them.
  void allowBounds() { bounds_are_allowed_ = true; }
  /// Whether nothing is done to keep bounds from now on: all rows with bounds are free.
  void ignoreBounds(bool ignores) { ignores_bounds_ = ignores; }
  /// InputError that names a constraint of small rotations beside a force of large ones.
  void requireAnyRotation() const;
  /// InputError that names a constraint on velocities, where there are none.
  void requireLevels() const;
  /// For the start of a step: names the load or the constraint whose numbers cannot be computed with. InputError where
  /// these come from the case, NotConvergedError in a step of a motion. `violation` nullptr without constraints.
  void requireRepresentable(const Balance& balance, Vec violation) const;
  /// @throws NotConvergedError if the present displacement, as it is prescribed, inverts elements or leaves the domain of
  /// a constitutive model, so that forces are not finite. @note Collective.
  void requireInDomain() const;

 private:
  template <class Search>
  auto searched(Mat G, Search&& search);
  void requireDiagonal(Vec diagonal);
  void requireNoZeros(Vec diagonal, bool is_mass_alone);
  void findStiffest(Vec diagonal);
  void place(Vec x);
  void place(std::size_t body, const double* q, const double* d0, const double* v0, const double* x);
  void followConstraints();
  void tellMultipliers();
  la::Vector rows() const;
  void formFactors();
  la::Vector vectorOf(gsl::span<const double> (la::State::*values)() const) const;
  void scatter(Vec vector, gsl::span<double> (la::State::*values)()) const;
  std::vector<double> physical(const std::vector<double>& multipliers, const la::NamedRows& group) const;
  void addMultipliers(Vec multipliers, Solution& solution) const;
  void addForces(Solution& solution) const;
  void addReactions(Vec multipliers, std::vector<std::vector<double>> residual, Solution& solution) const;
  void addConstraintForces(Vec multipliers, Solution& solution) const;
  std::vector<std::vector<double>> reactionsTo(const std::vector<std::vector<double>>& residual) const;

  system::MechanicalSystem& mechanics_;
  std::unique_ptr<system::LinearSystem> system_;
  std::unique_ptr<Measure> measure_;
  std::unique_ptr<system::ConstraintJacobian> constraints_;
  Kinematics kinematics_;
  la::Vector q_, d0_, v0_, x_;             // nullptr in statics, where the states have it all
  la::Vector multipliers_;                 // of the system, lambda / scale
  std::unique_ptr<ActiveSet> active_set_;  // nullptr where no constraint has a bound
  la::NullSpace rigid_modes_;
  la::Vector factors_, soft_;      // k and C / k by row; nullptr where k = 1
  Kinematics formed_for_;          // these
  std::vector<double> increment_;  // of one body: a place to work in
  double stiffest_ = -1.0;         // largest entry on the diagonal of -K; below 0: not looked for
  double bound_stiffness_ = 0.0;   // of motions in time: the largest entry on the diagonal of A / p
  bool bounds_are_allowed_ = false, ignores_bounds_ = false;
  bool is_assembled_ = false;
};

}  // namespace tenon::analysis
