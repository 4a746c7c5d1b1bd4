// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/mapping/Jacobian.hpp"

namespace tenon::mapping {

/// Options common to all mappings, in addition to their own parameters.
struct MappingOptions {
  /// Treatment of the geometric stiffness of nonlinear mappings. `exact` uses the derivative, which
  /// is not symmetric if a parent has rotational degrees of freedom. `stabilised` uses the
  /// symmetric part of the derivative without destabilising contributions; see stabilise(). `none`
  /// omits it.
  std::string geometric_stiffness = "exact";
  /// Declares the options as parameters of a case file.
  static void declare(base::Parameters<MappingOptions>& p);
};

/// Mapping x = m(q), which determines the configuration x of a child state from the configurations
/// q of its parent states. The child has no degrees of freedom of its own. Parents may be mapped
/// themselves.
///
///   x                  updateChild             the function m itself
///   J = dx/dq          addJacobian             v = J v_q, forces J^T f, constraint rows G J,
///                                              stiffness J^T K J, mass J^T M J: all computed by
///                                              the system that owns the mapping
///   dJ/dt v            addBiasAcceleration     a = J a_q + dJ/dt v_q
///   dJ^T/dq f          addGeometricStiffness   stiffness of the parents caused by forces f on
///                                              the child
///
/// dJ/dt v and dJ^T/dq f are zero for linear mappings. Moments refer to the origin of the frame and
/// to the spatial axes. Increments of rotations are spatial, R <- exp(dtheta) R. For example, let r
/// be the vector from the origin of a rigid frame to a child node, and let omega be the angular
/// velocity of the frame. Then J = [1, -[r]x], dJ/dt v = omega x (omega x r), and the rotation
/// block of dJ^T/dq f is r f^T - (f . r) 1.
///
/// Each rank adds the contributions of its owned child nodes, in the same order in every
/// configuration. The child and its parents may be partitioned differently; the constructor of the
/// mapping adds the required parent nodes of other ranks as ghosts (State::addGhosts). Only the
/// constructor communicates.
class Mapping : public MappingOptions {
 public:
  virtual ~Mapping() = default;

  /// Returns the name used in messages. The name consists of the type and the objects, e.g.
  /// "embedded skin in bulk".
  virtual const std::string& name() const = 0;
  /// Returns the mapped state.
  virtual const la::State& child() const = 0;
  /// Returns the mapped state for modification.
  virtual la::State& child() = 0;
  /// Returns the states that determine the child.
  virtual std::vector<const la::State*> parents() const = 0;

  /// Computes the displacements of owned child nodes from those of their parent nodes, which may be
  /// ghosts.
  virtual void updateChild() = 0;

  /// Adds the rows of J that belong to owned child nodes.
  virtual void addJacobian(Jacobian& J) const = 0;

  /// Returns true if the mapping is linear, that is, x = m(0) + J q with a constant J.
  virtual bool isLinear() const { return true; }

  /// Adds dJ/dt v, the acceleration of owned child nodes for constant velocities of the parents.
  /// @param a  [numLocal x block] accelerations of the child
  virtual void addBiasAcceleration(gsl::span<double> a) const { static_cast<void>(a); }

  /// Adds d(J^T f)/dq at fixed forces f on the owned child nodes.
  /// @param child_force  [numLocal x block] forces on the child
  /// @param K            accumulator for the geometric stiffness of the parents
  virtual void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
    static_cast<void>(child_force), static_cast<void>(K);
  }
};

}  // namespace tenon::mapping
