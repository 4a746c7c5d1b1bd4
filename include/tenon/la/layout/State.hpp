// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/layout/Halo.hpp"
#include "tenon/la/layout/Layout.hpp"

namespace tenon::la {

/// Kind of the nodes of a state. The degrees of freedom are the velocity components of a node.
enum class NodeKind {
  points,   ///< Points with 2 degrees of freedom in 2D, 3 in 3D.
  frames,   ///< Rigid bodies with origin and rotation: 3 degrees of freedom in 2D, 6 in 3D.
  scalars,  ///< Scalars with 1 degree of freedom, such as a distance.
};

/// State of one object: positions, velocities and accelerations of a named set of nodes with
/// `block` degrees of freedom each, distributed over the ranks, ghosts included.
///
/// The position is x = reference + displacement, where `reference` is the reference configuration.
/// The displacement is stored, because its significant digits are thus retained if displacements
/// are small compared with coordinates.
///
/// The reference configuration of a frame consists of its origin and the rotation vector of its
/// axes. Its displacement consists of the displacement of the origin and the rotation vector theta
/// relative to the reference axes, R = exp(theta) R_reference with |theta| <= pi. Velocities are
/// those of the origin and the angular velocity, in global axes. In 2D a rotation is a single
/// angle.
///
/// All arrays are local, [numLocal x block], node by node; updateGhosts() updates the copies of
/// ghosts. If the state belongs to a mesh, its first nodes are the nodes of the mesh in the same
/// order; nodes added by addGhosts() follow and belong to no cell.
class State {
 public:
  /// Creates a state of points, or of scalars if `block` is 1.
  /// @param name  name of the object
  /// @param layout  distribution of the nodes
  /// @param block  degrees of freedom of a node: 1, 2 or 3
  /// @param reference  [numLocal x block] reference configuration, positions in units of length
  /// @throws InternalError if `reference` has a wrong size.
  /// @note Collective.
  State(std::string name, std::shared_ptr<const Layout> layout, int block, std::vector<double> reference)
      : State(std::move(name), std::move(layout), block == 1 ? NodeKind::scalars : NodeKind::points, block,
              std::move(reference)) {}
  /// Creates a state of nodes of the given kind.
  /// @param name  name of the object
  /// @param layout  distribution of the nodes
  /// @param kind  kind of the nodes
  /// @param block  degrees of freedom of a node, a value that NodeKind allows
  /// @param reference  [numLocal x block] reference configuration; rotations are rotation vectors
  /// @throws InternalError if `reference` has a wrong size.
  /// @note Collective.
  State(std::string name, std::shared_ptr<const Layout> layout, NodeKind kind, int block,
        std::vector<double> reference);

  /// Name of the object.
  const std::string& name() const { return name_; }
  /// Distribution of the nodes.
  const Layout& layout() const { return *layout_; }
  /// Returns the distribution of the nodes with shared ownership.
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  /// Exchange of values between owned and ghost nodes.
  const Halo& halo() const { return halo_; }
  /// Kind of the nodes.
  NodeKind kind() const { return kind_; }
  /// Number of degrees of freedom of a node.
  int block() const { return block_; }
  /// Returns the number of coordinates of a node, which are the first entries of its reference
  /// configuration: 2 or 3; 0 for scalars.
  int dimension() const;
  /// True if increments are added to the configuration; false for frames in 3D, whose rotations are
  /// composed.
  bool isAdditive() const { return !(kind_ == NodeKind::frames && block_ == 6); }

  /// Reference configuration, [numLocal x block].
  gsl::span<const double> reference() const { return reference_; }
  /// Displacements from the reference configuration, [numLocal x block].
  gsl::span<const double> displacement() const { return displacement_; }
  /// Displacements, [numLocal x block], with write access.
  gsl::span<double> displacement() { return displacement_; }
  /// Velocities, [numLocal x block].
  gsl::span<const double> velocity() const { return velocity_; }
  /// Velocities, [numLocal x block], with write access.
  gsl::span<double> velocity() { return velocity_; }
  /// Accelerations, [numLocal x block].
  gsl::span<const double> acceleration() const { return acceleration_; }
  /// Accelerations, [numLocal x block], with write access.
  gsl::span<double> acceleration() { return acceleration_; }

  /// Applies an increment to the owned nodes, q <- q (+) dq: displacements are added, rotations are
  /// composed, exp(theta) <- exp(dtheta) exp(theta). Ghosts are not updated.
  /// @param increment  [numOwned x block] increments dq, or longer
  /// @note Not collective.
  void retract(gsl::span<const double> increment);
  /// Returns the increment dq with from (+) dq equal to the current configuration of the owned
  /// nodes.
  /// @param from  [numOwned x block] displacements, or longer
  /// @return [numOwned x block] increments.
  /// @note Not collective.
  std::vector<double> incrementFrom(gsl::span<const double> from) const;

  /// Adds nodes of other ranks as ghosts, such as the distant ends of springs. The state obtains a
  /// new layout, whose local numbers continue the previous ones, and longer arrays. Owned nodes,
  /// existing ghosts and repeated nodes are ignored.
  ///
  /// Contributors and boundary conditions call this function during construction. Layouts and
  /// matrices created from this state earlier do not contain the new ghosts.
  /// @param nodes  global numbers
  /// @note Collective.
  void addGhosts(const std::vector<GlobalIndex>& nodes);

  /// Copies displacements, velocities and accelerations from the owners to the ghosts.
  /// @note Collective.
  void updateGhosts();

 private:
  std::string name_;
  std::shared_ptr<const Layout> layout_;
  Halo halo_;
  NodeKind kind_;
  int block_;
  std::vector<double> reference_, displacement_, velocity_, acceleration_;
};

}  // namespace tenon::la
