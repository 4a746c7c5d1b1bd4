// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <vector>

#include "BodyNumbers.hpp"
#include "analysis/StepContext.hpp"
#include "contact/PointMobility.hpp"
#include "contactNodes.hpp"
#include "findConstraintTargets.hpp"

namespace tenon::analysis {

/// Deformable objects in an impulse step, linearised at its beginning (Baraff and Witkin, SIGGRAPH
/// 1998, 43-54):
///   A v_free = M v_n + h f(q_n, 0) + h G^T lambda,   A = M - h B - h^2 K,
///   Phi(q_n) + h G v_free = 0,
///   v_{n+1} = v_free + S i,   q_{n+1} = q_n + h v_{n+1}.
///
/// G are the constraints between deformable objects only. S i is the response to impulses i on
/// nodes: the solution of the same linear system with i as right-hand side. The response to a unit
/// impulse on each node in contact is computed once and reused as long as A does not change. Rigid
/// bodies have uncoupled rows in the system, whose solution is not used.
class DeformableStep : public contact::DeformableBodies {
 public:
  /// Returns true if the system has deformable objects.
  static bool isNeededFor(const system::MechanicalSystem& mechanics);

  /// Creates steps of length h.
  /// @throws InputError for nodes without mass, and for forces and equality constraints between
  /// rigid and deformable bodies
  /// @note Collective.
  DeformableStep(StepContext& context, double h);

  /// Computes v_free and sets loads, prescribed values and constraints to `time`; displacements do
  /// not change.
  /// @note Collective.
  void begin(double time);
  /// Detects candidate pairs of contacts between meshes, if points have moved. @note Collective.
  void updatePairs();
  /// Returns v_free of a node, [3]; nullptr if this rank does not have it.
  const double* freeVelocity(const ContactNode& node) const {
    return free_[node.object].data() + 3 * static_cast<std::size_t>(node.node);
  }
  const double* freeVelocity(const la::State& state, base::GlobalIndex node) const;
  /// Returns the shortest distance between nodes of one cell of an object.
  double sizeOf(const la::State& state) const;
  /// Returns the data of a node of this rank that belongs to no side of a contact rule.
  ContactNode nodeOf(const NodeIdentifier& node) const;

  /// Sets the nodes on which impulses of the step may act. They are bodies of this rank in the
  /// step, from index `first`.
  /// @note Collective.
  void setNodes(std::vector<ContactNode> nodes, base::LocalIndex first);
  Eigen::MatrixXd responses(const std::vector<base::LocalIndex>& points) override;

  /// Adds the response to impulses to v_free.
  /// @param impulse impulses on the bodies of this rank in the step, [6 x bodies]
  /// @param correcting impulses that remove overlaps; empty on all ranks: none
  /// @note Collective.
  void applyImpulses(const std::vector<double>& impulse, const std::vector<double>& correcting);
  /// Returns the multipliers of the system for the whole step: 0 for rows that are not solved for
  /// here.
  Vec multipliers() const { return multipliers_.get(); }
  /// Moves the deformable objects to the end of the step, without an update of ghosts.
  void move();

 private:
  bool isLinear(const std::vector<ConstraintTargets>& targets) const;
  void requireUncoupled();
  Kinematics kinematics() const;
  void linearise();
  void solveFor(Vec f, Vec rows, Vec dx, Vec change);
  Eigen::MatrixXd responseTo(std::int64_t number);
  la::Vector responseTo(Vec impulse, Vec change);
  PetscInt rowOf(const ContactNode& node) const;
  la::Vector gathered(const std::vector<double>& impulses) const;
  void addToState(double factor, Vec step, Vec change);
  std::vector<std::vector<double>> velocities() const;
  void storeStart();
  void restoreStart();

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  double h_;
  std::vector<double> sizes_;  // [objects] shortest edge
  std::vector<ContactNode> nodes_;
  base::LocalIndex first_ = 0;
  std::int64_t first_number_ = 0;     // global number of the first of nodes_
  bool is_linear_ = false;            // true if A and G are constant, as far as they are used
  bool is_linearised_ = false;        // true after the first linearisation
  int revision_ = 0;                  // Equations::revision() of the last linearisation
  la::Vector point_mask_, row_mask_;  // 1 for unknowns and rows that are solved for here, otherwise 0
  // Accelerations and multipliers of the step; without impulses before applyImpulses().
  la::Vector x_, multipliers_;
  std::vector<std::vector<double>> free_, correction_;  // by object; empty if there is none
  struct ObjectState {
    std::vector<double> q, v, a;
  };
  std::vector<ObjectState> start_;                   // by object
  std::map<std::int64_t, Eigen::MatrixXd> columns_;  // [3 x nodes_, 3], by the number of the node with the unit impulse
};

}  // namespace tenon::analysis
