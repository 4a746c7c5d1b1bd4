// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <set>
#include <typeindex>
#include <utility>
#include <vector>

#include "system/differences/StateSet.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::system {

class Couplings;

/// Finite-difference derivatives of forces that do not implement K or B, computed by central
/// differences of addForce():
///
///   K e = (f(x + h e) - f(x - h e)) / (2h)
///
/// with the unit vector e of a degree of freedom. All nodes of one colour are perturbed
/// simultaneously. Two nodes of the same colour never act on the same owned node, so that each
/// difference is caused by exactly one perturbed node. The entries do not depend on the colouring.
///
/// The increment h of a displacement is cbrt(2^-52) times the distance to the nearest coupled node,
/// and that of a rotation is cbrt(2^-52) radians. The increment of a velocity is cbrt(2^-52) times
/// the largest velocity. If all velocities are zero, the increment of the displacement or rotation
/// per unit of time is used instead.
///
/// One warning is logged for each class and missing function. It names the class, the function and
/// the first force of this class.
class FiniteDifferences {
 public:
  /// Creates finite differences that perturb the states of `movable`.
  explicit FiniteDifferences(StateSet movable);
  ~FiniteDifferences();

  /// Determines whether a force implements K. If it does not, prepares all data that addStiffness()
  /// needs, because addStiffness() does not communicate.
  /// @return true if finite differences are used
  /// @throws InputError if an interaction does not declare the nodes that it couples
  /// @note Collective. Must be called before addStiffness().
  bool prepareStiffness(const force::ForceField& force) { return prepare(force, Kind::position); }
  /// Determines whether a force implements B. If it does not, prepares all data that addDamping()
  /// needs, because addDamping() does not communicate.
  /// @return true if finite differences are used
  /// @throws InputError if an interaction does not declare the nodes that it couples
  /// @note Collective. Must be called before addDamping().
  bool prepareDamping(const force::ForceField& force) { return prepare(force, Kind::velocity); }

  /// Adds the stiffness K = df/dx of one force. If `values` is false, only the pattern is added.
  /// @throws InternalError if prepareStiffness() has not been called
  void addStiffness(const force::ForceField& force, la::StiffnessMatrix& K, bool values);
  /// Adds the damping B = df/dv of one force. If `values` is false, only the pattern is added.
  /// @throws InternalError if prepareDamping() has not been called
  void addDamping(const force::ForceField& force, la::DampingMatrix& B, bool values);

  /// Adds the product K dx to df, computed by one central difference in the direction dx.
  /// @note Collective.
  void addStiffnessTimes(const force::ForceField& force, const la::IncrementVector& dx, la::ForceVector& df);
  /// Adds the product B dv to df, computed by one central difference in the direction dv.
  /// @note Collective.
  void addDampingTimes(const force::ForceField& force, const la::IncrementVector& dv, la::ForceVector& df);

 private:
  enum class Kind { position, velocity };

  bool prepare(const force::ForceField& force, Kind kind);
  bool isMissing(const force::ForceField& force, Kind kind);
  const Couplings& couplingsOf(const force::ForceField& force) const;
  void addTimes(const force::ForceField& force, const la::IncrementVector& motion, la::ForceVector& df, Kind kind);
  void warn(const force::ForceField& force, Kind kind);
  double shortestDistance();

  StateSet movable_;
  std::map<const force::ForceField*, std::unique_ptr<Couplings>> couplings_;
  std::map<std::pair<const force::ForceField*, Kind>, bool> is_missing_;
  std::set<std::pair<std::type_index, Kind>> warned_;
  double speed_ = 0.0;              // largest velocity at the last prepareDamping()
  double shortest_distance_ = 0.0;  // shortest distance between two nodes of an element; 0 if not computed
};

}  // namespace tenon::system
