#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::fem {
class InternalVariables;
}

namespace tenon::force {

/// A node among those that a force couples: local number, owned or ghost.
struct CoupledNode {
  const la::State* state;
  la::LocalIndex node;
};

/// Rayleigh damping of one force: beta of B = df/dv + beta df/dx. The system's business: no force reads it.
struct ForceDamping {
  double rayleigh_stiffness = 0.0;
  static void declare(base::Parameters<ForceDamping>& p);
};

/// A force f(x, v, t) on the nodes of one or more states, and its derivatives.
///
///   f           addForce             force on each node, f[i] += ...
///   K = df/dx   addStiffness         sign as written: K of a spring is negative definite
///   B = df/dv   addDamping           likewise
///   K dx, B dv  addStiffnessTimes..  the products without a matrix; by default from addStiffness() and addDamping()
///   E           energy               f = -dE/dx where the force has a potential
///
/// A contributor knows no factor, no offset and no rank. It loops over all the cells or pairs it knows of on this rank,
/// ghosts included; the system keeps what belongs to owned nodes.
class ForceField : public ForceDamping {
 public:
  virtual ~ForceField() = default;

  /// Name for messages: type, object and group, e.g. "traction on bracket/load".
  virtual std::string name() const = 0;

  /// Moves the force to time t, before addForce() and the derivatives; most forces do not depend on it.
  virtual void setTime(double) {}

  /// The present motion and time end a step that counts: internal variables, such as plastic strains, become those of
  /// this motion. Nothing else changes them, so that a step that is made again begins where it began.
  virtual void commit() {}
  /// For checkpoints; nullptr where the force has none. The same on every rank.
  virtual fem::InternalVariables* internalVariables() { return nullptr; }

  virtual void addForce(la::ForceVector& f) const = 0;

  /// Whether it is written for bodies that turn far. Constraints that hold for small rotations only are then refused.
  virtual bool isForLargeRotations() const { return false; }

  /// Whether it depends on how long a step takes, without depending on velocities: materials that relax. It is refused
  /// where time is a factor of the loads.
  virtual bool dependsOnRate() const { return false; }

  /// Default: nobody wrote the derivative; the system finds it by coloured finite differences and says so once. A force
  /// that does not depend on the position is a Load.
  virtual void addStiffness(la::StiffnessMatrix& K) const { K.leaveToDifferences(); }

  /// K at lower cost, for preconditioners only: of cells of second order, that of the cells of first order between
  /// their nodes. Default: K.
  virtual void addFirstOrderStiffness(la::StiffnessMatrix& K) const { addStiffness(K); }

  /// True for external loads, which the load factor of a buckling analysis multiplies. Their forces and what they add
  /// to a tangent can be left out of a system (system::MechanicalSystem::setLoadsAct()).
  virtual bool isLoad() const { return false; }

  /// Adds the initial-stress stiffness of the reference configuration: the derivative by position of the force that the
  /// linearised stress of the displacement `u` exerts, at fixed stress. It is linear in `u` and has the sign of K.
  /// Default: of loads what they contribute to K, nothing of forces that are linear.
  /// @throws InputError that names the force if it is nonlinear and does not provide this.
  virtual void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const;

  /// Makes addStiffness() complete and symmetric from now on, for eigenvalue analyses: most tangents are complete.
  virtual void completeTangent() {}

  /// Collective. Called before addStiffness() and addDamping() at each new motion: whatever has to be communicated for
  /// them, which they must not do themselves. Most forces have nothing to prepare.
  virtual void prepareDerivatives() const {}

  /// True where addForce() reads velocities. Then addDamping() is asked for.
  virtual bool dependsOnVelocity() const { return false; }
  /// Default: as of addStiffness().
  virtual void addDamping(la::DampingMatrix& B) const { B.leaveToDifferences(); }

  /// df += K dx and df += B dv. Default: from the blocks and elements of addStiffness() and addDamping(), each made,
  /// multiplied and forgotten.
  virtual void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const;
  virtual void addDampingTimes(const la::Motion& dv, la::ForceVector& df) const;

  /// The states whose nodes an interaction moves or looks at, as far as this rank has any. Default: those of
  /// couplings(). Forces of an object act on that object alone and need not say so.
  virtual std::vector<const la::State*> states() const;

  /// For derivatives by differences: sets of nodes whose forces depend on one another's motion, all that touch a node
  /// this rank owns. None given: a force of an object couples the nodes of each cell, an interaction has to say.
  virtual std::optional<std::vector<std::vector<CoupledNode>>> couplings() const { return std::nullopt; }

  /// Whether K and B are symmetric: a solver for symmetric matrices is refused where one is not.
  virtual bool isSymmetric() const { return true; }

  /// Whether f is linear in x and v: one solve is then enough.
  virtual bool isLinear() const { return false; }

  /// Potential energy of the cells and pairs this rank owns (sum over ranks = total); 0 where there is none.
  virtual double energy() const { return 0.0; }
  /// False where energy() leaves something out: the force has no potential, or nobody wrote it.
  virtual bool knowsEnergy() const { return true; }

  /// Whether the force comes from the ground: results count it among the reactions, not among the loads.
  virtual bool isSupport() const { return false; }
};

/// A force that depends neither on the position nor on the velocity.
class Load : public ForceField {
 public:
  void addStiffness(la::StiffnessMatrix&) const override {}
  void addStiffnessTimes(const la::Motion&, la::ForceVector&) const override {}
  bool isLinear() const override { return true; }
  bool isLoad() const override { return true; }
};

}  // namespace tenon::force
