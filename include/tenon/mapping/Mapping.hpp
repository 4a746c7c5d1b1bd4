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
  /// Treatment of the geometric stiffness of nonlinear mappings: `exact` is the derivative, not
  /// symmetric if parents rotate; `stabilised` is its symmetric part without destabilising
  /// contributions; `none` omits it.
  std::string geometric_stiffness = "exact";
  /// Declares the options of a case.
  static void declare(base::Parameters<MappingOptions>& p);
};

/// State without degrees of freedom of its own, determined by other states: x = m(q) with the
/// configurations q of its parents, which may be mapped themselves.
///
///   x                  updateChild             its own function
///   J = dx/dq          addJacobian             v = J v_q, forces J^T f, constraint rows G J,
///                                              stiffness J^T K J, mass J^T M J: all computed by
///                                              the owner of the mapping
///   J. v               addBiasAcceleration     a = J a_q + J. v_q
///   dJ^T/dq f          addGeometricStiffness   stiffness of the parents caused by forces f on
///                                              the child
///
/// The last two are zero for linear mappings. Increments of rotations are spatial, R <- exp(dtheta)
/// R. A moment refers to the origin of its frame and to the spatial axes. For a node at r from the
/// origin of a rigid frame, J = [1, -[r]x], J. v = w x (w x r), and dJ^T/dq f has the rotation
/// block r f^T - (f . r) 1.
///
/// Each rank writes the contributions of its own child nodes, in the same order in every
/// configuration. Child nodes have their own partition: parent nodes that are not owned are ghosts,
/// which the constructor of the mapping adds (State::addGhosts). Only the constructor communicates.
class Mapping : public MappingOptions {
 public:
  virtual ~Mapping() = default;

  /// Returns the name used in messages, composed of type and objects, e.g. "embedded skin in bulk".
  virtual const std::string& name() const = 0;
  /// Returns the mapped state.
  virtual const la::State& child() const = 0;
  /// Returns the mapped state for modification.
  virtual la::State& child() = 0;
  /// Returns the states that determine the child.
  virtual std::vector<const la::State*> parents() const = 0;

  /// Computes the displacements of owned child nodes from those of the parents, ghosts included.
  virtual void updateChild() = 0;

  /// Adds the rows of J of owned child nodes.
  virtual void addJacobian(Jacobian& J) const = 0;

  /// Returns true if x = m(0) + J q with constant J.
  virtual bool isLinear() const { return true; }

  /// Adds J. v, the acceleration of owned child nodes for constant velocities of the parents.
  /// @param a  [numLocal x block] accelerations of the child
  virtual void addBiasAcceleration(gsl::span<double> a) const { static_cast<void>(a); }

  /// Adds K += d(J^T f)/dq at fixed f, contributions of owned child nodes.
  /// @param child_force  [numLocal x block] forces on the child
  /// @param K            accumulator of the stiffness of the parents
  virtual void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
    static_cast<void>(child_force), static_cast<void>(K);
  }
};

}  // namespace tenon::mapping
