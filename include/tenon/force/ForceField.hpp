// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
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

/// Node in a set of coupled nodes; see ForceField::couplings().
struct CoupledNode {
  const la::State* state;  ///< state of the object
  la::LocalIndex node;     ///< local number, owned or ghost
};

/// Stiffness-proportional Rayleigh damping of one force field. With this damping, the matrix B of
/// the force field is df/dv + beta df/dx. The system adds the term beta df/dx; implementations of
/// force fields do not use the coefficient.
struct ForceDamping {
  double rayleigh_stiffness = 0.0;  ///< Rayleigh coefficient beta [time]
  /// Declares the parameters in a case file.
  static void declare(base::Parameters<ForceDamping>& p);
};

/// Force field f(x, v, t) on the nodes of one or more states, with its derivatives.
///
///   f           addForce             force on each node, f[i] += ...
///   K = df/dx   addStiffness         derivative of f: K of a spring is negative semidefinite
///   B = df/dv   addDamping           derivative of f: B of a damper is negative semidefinite
///   K dx        addStiffnessTimes    product without an assembled matrix
///   B dv        addDampingTimes      product without an assembled matrix
///   E           energy               f = -dE/dx if the force has a potential
///
/// Implementations need not consider scaling factors, matrix offsets or the partition. They loop
/// over all cells or pairs on this rank, including ghosts. The system discards the entries of ghost
/// nodes.
class ForceField : public ForceDamping {
 public:
  virtual ~ForceField() = default;

  /// Returns the name for messages: type, object and group, such as "traction on bracket/load".
  virtual std::string name() const = 0;

  /// Sets the time t [time] at which forces and derivatives are evaluated. The default
  /// implementation, for forces that do not depend on time, does nothing.
  virtual void setTime(double) {}

  /// Accepts the current configuration and time as the end of a step and updates internal variables
  /// such as plastic strains. No other function changes internal variables during a step, so that
  /// the step can be repeated from the same initial values. The default implementation does
  /// nothing.
  virtual void commit() {}
  /// Returns the internal variables for checkpoints, or nullptr if there are none. The result is
  /// nullptr on all ranks or on no rank.
  virtual fem::InternalVariables* internalVariables() { return nullptr; }

  /// Adds the nodal forces in the current configuration to `f`.
  /// @param f  accumulator with one array [local nodes × block] for each state [force]; entries of
  ///   ghost nodes are discarded
  /// @note Called on all ranks. Force fields of objects and interactions do not communicate in this
  ///   function.
  virtual void addForce(la::ForceVector& f) const = 0;

  /// Returns true if the formulation is valid for large rotations. Constraints that assume small
  /// rotations are then rejected.
  virtual bool supportsLargeRotations() const { return false; }

  /// Returns true if the force depends on the step size but not on velocities, as in viscoelastic
  /// materials. Analyses in which time is only a load parameter reject such forces.
  virtual bool dependsOnRate() const { return false; }

  /// Adds the tangent stiffness df/dx. By default, the system computes it by coloured finite
  /// differences and reports this once. Forces that do not depend on the position should derive
  /// from Load.
  /// @param K  accumulator for df/dx [force/length]; rows of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addStiffness(la::StiffnessMatrix& K) const { K.useFiniteDifferences(); }

  /// Adds an inexpensive approximation of K for preconditioners: the tangent of the first-order
  /// cells into which second-order cells are subdivided. By default, adds K itself.
  /// @see fem::FirstOrderCells
  virtual void addFirstOrderStiffness(la::StiffnessMatrix& K) const { addStiffness(K); }

  /// Returns true for external loads. A buckling analysis multiplies them by the load factor.
  /// system::MechanicalSystem::setLoadsEnabled() can exclude them from tangents.
  virtual bool isLoad() const { return false; }

  /// Adds the initial-stress stiffness in the reference configuration. It is the derivative of the
  /// internal force with respect to position, at the fixed stress that linear theory gives for the
  /// displacement `u`. The result is linear in `u` and has the sign of K. By default, adds the
  /// contribution of addStiffness() for loads, and nothing for other linear forces.
  /// @param u  displacement of the linear solution, including ghosts [length]
  /// @param K  accumulator for the initial-stress stiffness [force/length]
  /// @throws InputError if this function is not overridden and the force is either nonlinear or a
  ///   load whose derivatives are not implemented
  virtual void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const;

  /// Makes subsequent calls to addStiffness() add the complete, symmetric tangent, which eigenvalue
  /// analyses require. The default implementation, for tangents that are always complete, does
  /// nothing.
  virtual void completeTangent() {}

  /// Performs the communication required by addStiffness() and addDamping(), which must not
  /// communicate themselves. Called before these functions in each new configuration. The default
  /// implementation does nothing.
  /// @note Collective.
  virtual void prepareDerivatives() const {}

  /// Returns true if the force depends on velocities. Otherwise, addDamping() is not called.
  virtual bool dependsOnVelocity() const { return false; }
  /// Adds the damping matrix df/dv. By default, the system computes it by finite differences; see
  /// addStiffness().
  /// @param B  accumulator for df/dv [force·time/length]; rows of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addDamping(la::DampingMatrix& B) const { B.useFiniteDifferences(); }

  /// Adds the product K dx to `df`. The default implementation evaluates, multiplies and discards
  /// the blocks and element matrices of addStiffness() one by one.
  /// @param dx  increments of the positions, [local nodes × block] for each state, including ghosts
  /// @param df  result in the same format; entries of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const;
  /// Adds the product B dv to `df`. The default implementation evaluates, multiplies and discards
  /// the blocks and element matrices of addDamping() one by one.
  /// @param dv  velocity increments, [local nodes × block] for each state, including ghosts
  /// @param df  result in the same format; entries of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addDampingTimes(const la::IncrementVector& dv, la::ForceVector& df) const;

  /// Returns the states that an interaction acts on or depends on, limited to those that have nodes
  /// on this rank. By default, returns the states in couplings(). Forces of a single object need
  /// not override this function.
  virtual std::vector<const la::State*> states() const;

  /// Returns the sets of nodes whose forces depend on each other's displacements, for use in
  /// finite-difference derivatives. The result must include all sets that contain an owned node. By
  /// default, returns std::nullopt, and the system assumes that the force of an object couples the
  /// nodes of each cell. Interactions must override this function.
  virtual std::optional<std::vector<std::vector<CoupledNode>>> couplings() const { return std::nullopt; }

  /// Returns true if K and B are symmetric. Otherwise solvers for symmetric matrices are rejected.
  virtual bool isSymmetric() const { return true; }

  /// Returns true if f is linear in x and v, so that one linear solve suffices.
  virtual bool isLinear() const { return false; }

  /// Returns the potential energy [force·length] of the cells and pairs owned by this rank. The sum
  /// over all ranks is the total energy. Default: 0.
  virtual double energy() const { return 0.0; }
  /// Returns false if energy() is incomplete because the force has no potential or because its
  /// energy is not implemented.
  virtual bool hasEnergy() const { return true; }

  /// Returns true if the force is exerted by a support. Results then include it in the reactions
  /// instead of the loads.
  virtual bool isSupport() const { return false; }
};

/// Force that depends neither on the position nor on the velocity.
class Load : public ForceField {
 public:
  void addStiffness(la::StiffnessMatrix&) const override {}
  void addStiffnessTimes(const la::IncrementVector&, la::ForceVector&) const override {}
  bool isLinear() const override { return true; }
  bool isLoad() const override { return true; }
};

}  // namespace tenon::force
