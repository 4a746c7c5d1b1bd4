// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <Eigen/Core>
#include <vector>

#include "ConstrainedState.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::solver {

/// Connected part of a state, replicated on all ranks.
struct RigidBody {
  std::size_t state;    ///< index of the state
  long long label;      ///< lowest global node number
  int part, num_parts;  ///< number among the bodies of the state, from 1, and their total number
  long long number;     ///< number in the list of bodies; 0: the body belongs to no list
  double num_nodes = 0;
  /// Number of rigid-body modes of a free body of this shape; a point has no rotations.
  int num_modes = 6;
  base::Vec3 centre = base::Vec3::Zero();
  /// Radius of gyration; for a single node that of all nodes, or 1 if that is 0.
  double gyration = 1.0;
  /// Gram matrix of the modes at the constrained degrees of freedom of the body.
  base::Mat6 constraint_gram = base::Mat6::Zero();
};

/// Bodies of all states, and the body of each owned node.
struct RigidBodies {
  std::vector<RigidBody> bodies;
  std::vector<std::vector<int>> of_node;  ///< [states][numOwned]
  /// Number of rows per node of each state, the first of which are its degrees of freedom.
  std::vector<int> widths;

  /// Finds the bodies and the Gram matrices of their constrained degrees of freedom.
  /// @note Collective.
  static RigidBodies find(const std::vector<ConstrainedState>& states);

  /// Returns the values of the six modes of a body, translations and then rotations divided by the
  /// radius of gyration, at point x for degree of freedom i of a node, times lengthOf(). Rotations
  /// of frames are thus also measured in lengths, so that sums of squares have the same meaning in
  /// any unit.
  base::Vec6 modes(int body, const la::State& state, const base::Vec3& x, int i) const;
  /// Returns the number of rows per node of the body.
  int widthOf(int body) const { return widths[bodies[static_cast<std::size_t>(body)].state]; }
  /// Returns the radius of gyration if degree of freedom i of a node is a rotation, otherwise 1.
  double lengthOf(int body, const la::State& state, int i) const;
};

/// Effect of constraints on the modes of a set of bodies: the sum of (row of G R)^T (row of G R)
/// over the rows that involve exactly these bodies. Rows have unit length, with rotations measured
/// in lengths. Identical on all ranks.
struct ModeCoupling {
  std::vector<int> bodies;
  Eigen::MatrixXd gram;  ///< [6 n × 6 n] Gram matrix for n bodies
};
/// Returns the couplings of all sets of bodies that rows of G involve. @note Collective.
std::vector<ModeCoupling> modeCouplings(const std::vector<ConstrainedState>& states, const RigidBodies& bodies, Mat G);

/// Returns an orthonormal basis of the null space of a symmetric positive semidefinite matrix,
/// which is scaled to a unit diagonal first.
Eigen::MatrixXd nullSpace(const Eigen::MatrixXd& gram);

}  // namespace tenon::solver
