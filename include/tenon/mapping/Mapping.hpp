#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/mapping/Jacobian.hpp"

namespace tenon::mapping {

/// What every mapping may be told beside its own parameters.
struct MappingOptions {
  /// Of mappings that are not linear: `exact` is the derivative, not symmetric where parents turn; `stabilised` is its
  /// symmetric part without what would weaken the system; `none` leaves it out.
  std::string geometric_stiffness = "exact";
  static void declare(base::Parameters<MappingOptions>& p);
};

/// A state that follows others and has no unknowns of its own: x = m(q), q the configurations of its parents, which may
/// be mapped themselves.
///
///   x                  place                   its own function
///   J = dx/dq          addJacobian             v = J v_q, forces J^T f, rows of constraints G J, stiffness J^T K J,
///                                              mass J^T M J: all by whoever holds the mapping
///   J. v               addAccelerationOfMotion a = J a_q + J. v_q
///   dJ^T/dq f          addGeometricStiffness   the parents' stiffness that the child's forces f bring
///
/// The last two are zero where the mapping is linear. Rotations: increments are spatial, R <- exp(dtheta) R; a moment
/// is that about the origin of its frame, along the axes of space. Of a node that a frame carries at r from its origin
/// J = [1, -[r]x], J. v = w x (w x r), and dJ^T/dq f has the rotation block r f^T - (f . r) 1.
///
/// Each rank writes what its own child nodes bring, in the same order at every motion. Child nodes are spread over the
/// ranks in their own way: their parents' nodes are ghosts where they are not owned, which the mapping sees to when it
/// is made (State::addGhosts). Nothing here but the constructor communicates.
class Mapping : public MappingOptions {
 public:
  virtual ~Mapping() = default;

  /// For messages: type and objects, e.g. "embedded skin in bulk".
  virtual const std::string& name() const = 0;
  virtual const la::State& child() const = 0;
  virtual la::State& child() = 0;
  virtual std::vector<const la::State*> parents() const = 0;

  /// Displacement of owned child nodes, from those of the parents, ghosts included.
  virtual void place() = 0;

  /// The rows of owned child nodes.
  virtual void addJacobian(Jacobian& J) const = 0;

  /// x = m(0) + J q with J that never changes.
  virtual bool isLinear() const { return true; }

  /// a += J. v, the acceleration of owned child nodes where the parents' velocities stay as they are; [numLocal x
  /// block] of the child.
  virtual void addAccelerationOfMotion(gsl::span<double> a) const { static_cast<void>(a); }

  /// K += d(J^T f)/dq at fixed f, as owned child nodes bring it. `child_force`: [numLocal x block] of the child.
  virtual void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
    static_cast<void>(child_force), static_cast<void>(K);
  }
};

}  // namespace tenon::mapping
