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

/// Node that is coupled by a force field.
struct CoupledNode {
  const la::State* state;  ///< state of the object
  la::LocalIndex node;     ///< local number, owned or ghost
};

/// Stiffness-proportional Rayleigh damping of one force field: beta in B = df/dv + beta df/dx. The
/// system applies it; force fields do not read it.
struct ForceDamping {
  double rayleigh_stiffness = 0.0;  ///< Rayleigh coefficient beta [time]
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<ForceDamping>& p);
};

/// Force field f(x, v, t) on the nodes of one or more states, with its derivatives.
///
///   f           addForce             force on each node, f[i] += ...
///   K = df/dx   addStiffness         sign as written: K of a spring is negative definite
///   B = df/dv   addDamping           sign as written
///   K dx, B dv  addStiffnessTimes..  products without a matrix
///   E           energy               f = -dE/dx if the force has a potential
///
/// A contributor is independent of factors, offsets and the partition. It loops over all cells or
/// pairs of this rank, including ghosts; the system keeps the entries of owned nodes only.
class ForceField : public ForceDamping {
 public:
  virtual ~ForceField() = default;

  /// Returns the name used in messages: type, object and group, e.g. "traction on bracket/load".
  virtual std::string name() const = 0;

  /// Sets the time t [time] of subsequent calls of addForce() and of the derivatives. Default: no
  /// operation, for forces that do not depend on time.
  virtual void setTime(double) {}

  /// Accepts the current configuration and time as the end of a step: internal variables, such as
  /// plastic strains, take the values of this configuration. No other function changes them, so
  /// that a repeated step starts from the same values.
  virtual void commit() {}
  /// Returns the internal variables for checkpoints, or nullptr if there are none. The result is
  /// nullptr on all ranks or on no rank.
  virtual fem::InternalVariables* internalVariables() { return nullptr; }

  /// Adds the force on the nodes in the current configuration.
  /// @param f  accumulator with one array [local nodes × block] for each state [force]; entries of
  ///   ghost nodes are discarded
  /// @note Called on all ranks. Force fields of objects and interactions do not communicate.
  virtual void addForce(la::ForceVector& f) const = 0;

  /// Returns true if the formulation admits large rotations. Constraints for small rotations are
  /// then rejected.
  virtual bool supportsLargeRotations() const { return false; }

  /// Returns true if the force depends on the step size without depending on velocities, as for
  /// viscoelastic materials. Such forces are rejected if time is only a load parameter.
  virtual bool dependsOnRate() const { return false; }

  /// Adds the tangent stiffness df/dx. Default: not implemented; the system uses coloured finite
  /// differences and reports this once. A force that does not depend on the position derives from
  /// Load.
  /// @param K  accumulator of df/dx [force/length]; rows of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addStiffness(la::StiffnessMatrix& K) const { K.useFiniteDifferences(); }

  /// Adds a cheaper approximation of K, for preconditioners only: second-order cells contribute the
  /// tangent of the first-order cells between their nodes. Default: K.
  /// @see fem::FirstOrderCells
  virtual void addFirstOrderStiffness(la::StiffnessMatrix& K) const { addStiffness(K); }

  /// Returns true for external loads, which the load factor of a buckling analysis multiplies.
  /// Their forces and their contributions to a tangent can be excluded from a system
  /// (system::MechanicalSystem::setLoadsEnabled()).
  virtual bool isLoad() const { return false; }

  /// Adds the initial-stress stiffness of the reference configuration: the derivative with respect
  /// to position of the force that the linearised stress of the displacement `u` exerts, at fixed
  /// stress. It is linear in `u` and has the sign of K. Default: the contribution of addStiffness()
  /// for loads, nothing for linear forces.
  /// @param u  displacement of the linear solution, ghosts included [length]
  /// @param K  accumulator of the initial-stress stiffness [force/length]
  /// @throws InputError if the force is nonlinear, or is a load without derivatives, and does not
  ///   override this function; the message names the force
  virtual void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const;

  /// Makes addStiffness() complete and symmetric from now on, for eigenvalue analyses. Most
  /// tangents are complete.
  virtual void completeTangent() {}

  /// Performs the communication that addStiffness() and addDamping() need; they must not
  /// communicate. Called before them at each new configuration. Most forces have nothing to
  /// prepare.
  /// @note Collective.
  virtual void prepareDerivatives() const {}

  /// Returns true if addForce() reads velocities; addDamping() is then called.
  virtual bool dependsOnVelocity() const { return false; }
  /// Adds the damping matrix df/dv. Default: not implemented; finite differences are used, see
  /// addStiffness().
  /// @param B  accumulator of df/dv [force·time/length]; rows of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addDamping(la::DampingMatrix& B) const { B.useFiniteDifferences(); }

  /// Adds df += K dx. Default: the blocks and elements of addStiffness() are evaluated, multiplied
  /// and discarded one by one.
  /// @param dx  increments of the positions, [local nodes × block] for each state, ghosts included
  /// @param df  result in the same format; entries of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const;
  /// Adds df += B dv. The default implementation is that of addStiffnessTimes(), but it calls
  /// addDamping().
  /// @param dv  velocity increments, [local nodes × block] for each state, ghosts included
  /// @param df  result in the same format; entries of ghost nodes are discarded
  /// @note Must not communicate; see prepareDerivatives().
  virtual void addDampingTimes(const la::IncrementVector& dv, la::ForceVector& df) const;

  /// Returns the states of this rank on whose nodes an interaction acts or depends. Default: the
  /// states in couplings(). Forces of an object act on that object only and need not override this
  /// function.
  virtual std::vector<const la::State*> states() const;

  /// Returns sets of nodes whose forces depend on each other's displacements, for derivatives by
  /// finite differences: all sets that contain an owned node. If nothing is returned, a force of an
  /// object couples the nodes of each cell; an interaction must return its sets.
  virtual std::optional<std::vector<std::vector<CoupledNode>>> couplings() const { return std::nullopt; }

  /// Returns true if K and B are symmetric. Otherwise solvers for symmetric matrices are rejected.
  virtual bool isSymmetric() const { return true; }

  /// Returns true if f is linear in x and v, so that one linear solve suffices.
  virtual bool isLinear() const { return false; }

  /// Returns the potential energy [force·length] of the cells and pairs that this rank owns; the
  /// sum over ranks is the total. 0 if there is none.
  virtual double energy() const { return 0.0; }
  /// Returns false if energy() is incomplete: the force has no potential, or its energy is not
  /// implemented.
  virtual bool hasEnergy() const { return true; }

  /// Returns true if the force is exerted by a support: results count it among the reactions, not
  /// among the loads.
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
