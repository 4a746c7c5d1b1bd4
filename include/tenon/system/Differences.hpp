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

/// What differences move: states, and the bodies whose cells say which of their nodes are coupled.
struct Movable {
  std::vector<la::State*> states;
  std::vector<const Body*> bodies;

  const base::Communicator& comm() const { return states.front()->layout().comm(); }
  /// Number of a state; InternalError for a foreign one.
  std::size_t indexOf(const la::State& state) const;
};

/// Derivatives of forces that nobody wrote, by central differences of addForce():
///   K e = (f(x + h e) - f(x - h e)) / 2h
///
/// All nodes of one colour are moved at once: no two of them act on the same node of this rank, so that each difference
/// belongs to one of them. Entries do not depend on the colours. h is cbrt(2^-52) times the distance to the nearest
/// coupled node (velocities: times the largest velocity, or that distance per unit of time).
/// One warning for each class names it, the function it lacks and the first force.
class Differences {
 public:
  explicit Differences(Movable movable);
  ~Differences();

  /// Collective. Before addStiffness() and addDamping() of a force: finds out whether it lacks the derivative, and if
  /// so what they need to know, so that they do not communicate. Gives whether it lacks it. InputError for an
  /// interaction that does not say which nodes it couples.
  bool prepareStiffness(const force::ForceField& force) { return prepare(force, Kind::position); }
  bool prepareDamping(const force::ForceField& force) { return prepare(force, Kind::velocity); }

  /// K += df/dx and B += df/dv of one force; `values` false: its pattern only.
  void addStiffness(const force::ForceField& force, la::StiffnessMatrix& K, bool values);
  void addDamping(const force::ForceField& force, la::DampingMatrix& B, bool values);

  /// Collective. df += K dx and df += B dv, each by one central difference in the direction of the motion.
  void addStiffnessTimes(const force::ForceField& force, const la::Motion& dx, la::ForceVector& df);
  void addDampingTimes(const force::ForceField& force, const la::Motion& dv, la::ForceVector& df);

 private:
  enum class Kind { position, velocity };

  bool prepare(const force::ForceField& force, Kind kind);
  bool lacks(const force::ForceField& force, Kind kind);
  const Couplings& couplingsOf(const force::ForceField& force) const;
  void addTimes(const force::ForceField& force, const la::Motion& motion, la::ForceVector& df, Kind kind);
  void warn(const force::ForceField& force, Kind kind);
  double shortestDistance();

  Movable movable_;
  std::map<const force::ForceField*, std::unique_ptr<Couplings>> couplings_;
  std::map<std::pair<const force::ForceField*, Kind>, bool> lacks_;
  std::set<std::pair<std::type_index, Kind>> warned_;
  double speed_ = 0.0;              // the largest velocity, when last prepared
  double shortest_distance_ = 0.0;  // of two nodes of one cell; 0: not yet sought
};

}  // namespace tenon::system
