// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::mass {

/// Parameter for the mass-proportional Rayleigh damping of one mass, B = -α M. The damping is
/// applied by the system; mass types do not use this parameter.
struct MassDamping {
  double rayleigh_mass = 0.0;  ///< coefficient α [1/time]
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<MassDamping>& p);
};

/// Base class of masses, which define the inertia of one state. The kinetic energy is ½ v · M v.
class Mass : public MassDamping {
 public:
  virtual ~Mass() = default;
  /// Returns the name of the mass in messages, such as "consistent mass on bracket".
  virtual std::string name() const = 0;
  /// Performs the communication that addMass() requires.
  /// @note Collective.
  /// @see force::ForceField::prepareDerivatives()
  virtual void prepareMass() const {}
  /// Adds the mass matrix.
  /// @param M  accumulator of the mass matrix [mass]; rows of ghost nodes are discarded
  /// @note Must not communicate. @see prepareMass()
  virtual void addMass(la::MassMatrix& M) const = 0;
  /// Adds the product M dv to `df`. The default implementation evaluates the blocks and element
  /// matrices of addMass() one by one, multiplies them by `dv` and discards them.
  /// @param dv  vector that is multiplied by M, [local nodes × block], ghosts included
  /// @param df  result in the same format; entries of ghost nodes are discarded
  /// @note Must not communicate. @see prepareMass()
  virtual void addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const;
  /// Returns the total mass of the cells that this rank owns [mass]. The sum over all ranks is the
  /// mass of the object.
  /// @note Not collective.
  virtual double total() const = 0;
};

}  // namespace tenon::mass
