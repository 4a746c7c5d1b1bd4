#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/HeldUnknowns.hpp"

namespace tenon::constraint {

/// A projective condition: takes unknowns out of the system instead of adding multipliers (Dirichlet values).
class Condition {
 public:
  virtual ~Condition() = default;
  /// For messages: type, object and group, e.g. "fixed on bracket/bolts".
  virtual const std::string& name() const = 0;
  virtual const la::State& state() const = 0;
  virtual void hold(HeldUnknowns& held) const = 0;
  /// Local nodes it acts on, ghosts included, ascending: for the sum of reactions.
  virtual const std::vector<base::LocalIndex>& nodes() const = 0;
  /// Number of a local node in the mesh file, for messages.
  virtual std::int64_t nodeTag(base::LocalIndex node) const = 0;
};

}  // namespace tenon::constraint
