// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <set>
#include <typeindex>
#include <utility>
#include <vector>

#include "tenon/force/ForceField.hpp"

namespace tenon::system {

class Body;
class Couplings;

/// Quantities that finite differences perturb: states, and the bodies whose elements determine the
/// coupled nodes.
struct StateSet {
  std::vector<la::State*> states;   ///< States whose nodes are perturbed.
  std::vector<const Body*> bodies;  ///< Bodies whose elements couple nodes.

  /// Returns the communicator of the states.
  const base::Communicator& comm() const { return states.front()->layout().comm(); }
  /// Returns the index of a state.
  /// @throws InternalError if the state is not one of these
  std::size_t indexOf(const la::State& state) const;
};

/// Finite-difference derivatives of forces that do not implement them, by central differences of
/// addForce():
///
///   K e = (f(x + h e) - f(x - h e)) / 2h
///
/// All nodes of one colour are perturbed simultaneously. No two of them act on the same node of
/// this rank, so that each difference is caused by exactly one of them. Entries do not depend on
/// the colouring. The increment h is cbrt(2^-52) times the distance to the nearest coupled node;
/// for velocities it is cbrt(2^-52) times the largest velocity, or times that distance per unit of
/// time.
///
/// One warning for each class names the class, the function that is not implemented, and the first
/// force.
class FiniteDifferences {
 public:
  /// Creates finite differences that perturb the states of `movable`.
  explicit FiniteDifferences(StateSet movable);
  ~FiniteDifferences();

  /// Determines whether a force does not implement K. If so, prepares addStiffness(), which then
  /// does not communicate.
  /// @return true if finite differences are used
  /// @throws InputError if an interaction does not declare the nodes that it couples
  /// @note Collective. Must be called before addStiffness().
  bool prepareStiffness(const force::ForceField& force) { return prepare(force, Kind::position); }
  /// Determines whether a force does not implement B. @see prepareStiffness()
  /// @note Collective. Must be called before addDamping().
  bool prepareDamping(const force::ForceField& force) { return prepare(force, Kind::velocity); }

  /// Adds the stiffness K = df/dx of one force. If `values` is false, only the pattern is added.
  void addStiffness(const force::ForceField& force, la::StiffnessMatrix& K, bool values);
  /// Adds the damping B = df/dv of one force. If `values` is false, only the pattern is added.
  void addDamping(const force::ForceField& force, la::DampingMatrix& B, bool values);

  /// Adds df += K dx, by one central difference in the direction `dx`. @note Collective.
  void addStiffnessTimes(const force::ForceField& force, const la::IncrementVector& dx, la::ForceVector& df);
  /// Adds df += B dv, by one central difference in the direction `dv`. @note Collective.
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
  double speed_ = 0.0;              // largest velocity, when last prepared
  double shortest_distance_ = 0.0;  // between two nodes of an element; 0: not yet computed
};

}  // namespace tenon::system
