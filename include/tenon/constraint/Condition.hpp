#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/conditions/HeldUnknowns.hpp"
#include "tenon/constraint/conditions/ObliqueDirections.hpp"

namespace tenon::constraint {

/// A projective condition: takes motions out of the system instead of adding multipliers (Dirichlet values). It writes
/// hold() for single unknowns, direct() for anything oblique. Which motions it takes out stays the same at all times;
/// the values at which they are held may change.
class Condition {
 public:
  virtual ~Condition() = default;
  /// For messages: type, object and group, e.g. "fixed on bracket/bolts".
  virtual const std::string& name() const = 0;
  virtual const la::State& state() const = 0;

  /// Moves the condition to time t, before hold() and direct(); most do not depend on it.
  virtual void setTime(double) {}
  /// Adds the unknowns it holds, all of state(). Not collective.
  virtual void hold(HeldUnknowns&) const {}
  /// Adds the directions it blocks. Not collective.
  virtual void direct(ObliqueDirections&) const {}

  /// Local nodes it acts on, ghosts included, ascending: for the sum of reactions.
  virtual const std::vector<base::LocalIndex>& nodes() const = 0;
  /// Number of a local node in the mesh file, for messages.
  virtual std::int64_t nodeTag(base::LocalIndex node) const = 0;
};

}  // namespace tenon::constraint
