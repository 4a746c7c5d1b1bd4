// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/layout/Halo.hpp"
#include "tenon/la/layout/Layout.hpp"

namespace tenon::la {

/// Kind of node in a state. The degrees of freedom of a node correspond to the components of its
/// velocity.
enum class NodeKind {
  points,   ///< points with 2 degrees of freedom in 2D, 3 in 3D
  frames,   ///< rigid bodies with origin and rotation: 3 degrees of freedom in 2D, 6 in 3D
  scalars,  ///< scalars with 1 degree of freedom, such as a distance
};

/// State of one object: positions, velocities and accelerations of a named set of nodes. Each node
/// has `block` degrees of freedom. The nodes are distributed over the ranks, and each rank also
/// stores its ghosts.
///
/// The position is x = reference + displacement, where `reference` is the reference configuration.
/// Displacements are stored instead of positions, so that no significant digits are lost if
/// displacements are small compared with coordinates.
///
/// The reference configuration of a frame consists of its origin and the rotation vector of its
/// axes. Its displacement consists of the displacement of the origin and the rotation vector theta
/// relative to the reference axes, R = exp(theta) R_reference with |theta| <= pi. Its velocity
/// consists of the velocity of the origin and the angular velocity, both in global axes. In 2D a
/// rotation is a single angle.
///
/// All arrays are local, [numLocal x block], and ordered by node; updateGhosts() updates the values
/// of ghosts. If the state belongs to a mesh, its first nodes are the nodes of the mesh in the same
/// order. They are followed by nodes added by addGhosts(), which belong to no cell.
class State {
 public:
  /// Creates a state of points, or of scalars if `block` is 1.
  /// @param name  name of the object
  /// @param layout  distribution of the nodes
  /// @param block  number of degrees of freedom per node: 1, 2 or 3
  /// @param reference  [numLocal x block] reference configuration, positions [length]
  /// @throws InternalError if `reference` has the wrong size
  /// @note Collective.
  State(std::string name, std::shared_ptr<const Layout> layout, int block, std::vector<double> reference)
      : State(std::move(name), std::move(layout), block == 1 ? NodeKind::scalars : NodeKind::points, block,
              std::move(reference)) {}
  /// Creates a state of nodes of the given kind.
  /// @param name  name of the object
  /// @param layout  distribution of the nodes
  /// @param kind  kind of the nodes
  /// @param block  number of degrees of freedom per node, which must be admissible for this kind
  /// @param reference  [numLocal x block] reference configuration; rotations are rotation vectors
  /// @throws InternalError if `reference` has the wrong size
  /// @note Collective.
  State(std::string name, std::shared_ptr<const Layout> layout, NodeKind kind, int block,
        std::vector<double> reference);

  /// Name of the object.
  const std::string& name() const { return name_; }
  /// Distribution of the nodes over the ranks.
  const Layout& layout() const { return *layout_; }
  /// Returns a shared pointer to the layout of the nodes. If addGhosts() replaces the layout, the
  /// pointer still refers to the previous one.
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  /// Exchange of values between owned and ghost nodes.
  const Halo& halo() const { return halo_; }
  /// Kind of the nodes.
  NodeKind kind() const { return kind_; }
  /// Number of degrees of freedom per node.
  int block() const { return block_; }
  /// Returns the number of coordinates of a node: 2 or 3, or 0 for scalars. Coordinates are the
  /// first entries of a node's reference configuration.
  int dimension() const;
  /// True if increments are added to the configuration; false for frames in 3D, whose rotations are
  /// composed.
  bool isAdditive() const { return !(kind_ == NodeKind::frames && block_ == 6); }

  /// Reference configuration, [numLocal x block].
  gsl::span<const double> reference() const { return *reference_; }
  /// Displacements from the reference configuration, [numLocal x block].
  gsl::span<const double> displacement() const { return *displacement_; }
  /// Displacements with write access, [numLocal x block].
  gsl::span<double> displacement() { return *displacement_; }
  /// Velocities, [numLocal x block].
  gsl::span<const double> velocity() const { return *velocity_; }
  /// Velocities with write access, [numLocal x block].
  gsl::span<double> velocity() { return *velocity_; }
  /// Accelerations, [numLocal x block].
  gsl::span<const double> acceleration() const { return *acceleration_; }
  /// Accelerations with write access, [numLocal x block].
  gsl::span<double> acceleration() { return *acceleration_; }

  /// Shared pointer to an array of a state, [numLocal x block].
  using SharedArray = std::shared_ptr<std::vector<double>>;
  /// Arrays of a state.
  enum class Quantity { reference, displacement, velocity, acceleration };
  /// Returns a shared pointer to an array, so that the array can be used after the destruction of
  /// this object. If addGhosts() enlarges an array to which other shared pointers exist, it
  /// replaces the array in this object and leaves the previous array unchanged.
  SharedArray share(Quantity quantity);

  /// Applies an increment to the owned nodes, q <- q (+) dq: displacements are added, and rotations
  /// are composed, exp(theta) <- exp(dtheta) exp(theta). Ghosts are not updated.
  /// @param increment  [numOwned x block] increments dq; any additional entries are ignored
  /// @note Not collective.
  void retract(gsl::span<const double> increment);
  /// Returns the increments dq of the owned nodes that lead from the given displacements to the
  /// current ones, from (+) dq = q.
  /// @param from  [numOwned x block] displacements; any additional entries are ignored
  /// @return [numOwned x block] increments
  /// @note Not collective.
  std::vector<double> incrementFrom(gsl::span<const double> from) const;

  /// Adds nodes of other ranks as ghosts, such as the distant ends of springs. The new ghosts are
  /// appended to all arrays, and a new layout replaces the previous one; existing local numbers do
  /// not change. Owned nodes, existing ghosts and repeated nodes are ignored.
  ///
  /// Contributors and boundary conditions call this function in their constructors. Layouts and
  /// matrices that were created from this state earlier do not contain the new ghosts.
  /// @param nodes  global numbers of the nodes
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
  SharedArray reference_, displacement_, velocity_, acceleration_;
};

}  // namespace tenon::la
