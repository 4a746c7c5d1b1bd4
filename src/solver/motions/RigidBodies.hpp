#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/solver/freeMotions.hpp"

namespace tenon::solver {

/// One connected part of a state, known to every rank.
struct RigidBody {
  std::size_t state;    ///< number of the state
  long long label;      ///< lowest global node number
  int part, num_parts;  ///< among the bodies of its state, from 1
  long long number;     ///< in the list of bodies; 0: it is of no list
  double num_nodes = 0;
  int num_motions = 6;  ///< that a free body of this shape has: a point does not turn
  base::Vec3 centre = base::Vec3::Zero();
  double gyration = 1.0;                 ///< radius of gyration; of a single node that of all nodes, 1 if that is 0
  base::Mat6 held = base::Mat6::Zero();  ///< Gram matrix of the modes at what holds this body
};

/// All bodies of all states, and the body of each owned node.
struct RigidBodies {
  std::vector<RigidBody> bodies;
  std::vector<std::vector<int>> of_node;  ///< [states][numOwned]
  std::vector<int> widths;                ///< rows of a node of each state, of which the first are its unknowns

  /// Collective. Finds the bodies, and what held unknowns do to their modes.
  static RigidBodies find(const std::vector<HeldState>& states);

  /// What the six modes of a body, translations, then rotations over the radius of gyration, are at point x in unknown
  /// i of a node of the state, times lengthOf(): rotations of frames are told in lengths too, so that sums of squares
  /// mean the same in any unit.
  base::Vec6 modes(int body, const la::State& state, const base::Vec3& x, int i) const;
  /// Rows of a node of this body.
  int widthOf(int body) const { return widths[bodies[static_cast<std::size_t>(body)].state]; }
  /// The radius of gyration where unknown i of a node is a rotation, else 1.
  double lengthOf(int body, const la::State& state, int i) const;
};

/// What constraints do to the modes of a set of bodies: the sum of (row of G R)^T (row of G R) over the rows that touch
/// exactly these bodies, rows of length one where rotations are told in lengths. The same on every rank.
struct ModeCoupling {
  std::vector<int> bodies;
  Eigen::MatrixXd gram;  ///< [6 x number of bodies] squared
};
std::vector<ModeCoupling> modeCouplings(const std::vector<HeldState>& states, const RigidBodies& bodies, Mat G);

/// Orthonormal basis of the null space of a symmetric positive semidefinite matrix, scaled to a unit diagonal first.
Eigen::MatrixXd nullSpace(const Eigen::MatrixXd& gram);

}  // namespace tenon::solver
