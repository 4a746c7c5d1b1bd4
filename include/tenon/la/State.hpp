#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/Halo.hpp"
#include "tenon/la/Layout.hpp"

namespace tenon::la {

/// What a node of a state is, and what its unknowns, which are velocities, move.
enum class Kind {
  points,   ///< in the plane or in space, 2 or 3 unknowns
  frames,   ///< of rigid bodies: an origin and a rotation; 3 unknowns in the plane, 6 in space
  scalars,  ///< 1 unknown, such as a distance
};

/// The motion of one object: a named set of nodes with `block` unknowns each, spread over the ranks, ghosts included.
///
/// Position x = rest + displacement. The displacement is what is stored: it keeps its digits where motions are tiny.
/// The rest of a frame is its origin and the rotation vector of its axes, its displacement is that of the origin and
/// the rotation vector theta from its axes at rest, R = exp(theta) R_rest with |theta| <= pi; velocities are those of
/// the origin and the angular velocity, along the axes of space. In the plane a rotation is one angle.
///
/// All arrays are local, [numLocal x block], node by node; ghosts hold copies that updateGhosts() refreshes.
/// Where the state belongs to a mesh, its first nodes are the mesh's, in the same order; nodes that addGhosts() brought
/// come after them and belong to no cell.
class State {
 public:
  /// Points, `block` is 2 in plane problems and 3 in space; scalars where it is 1. `rest`: [numLocal x block].
  State(std::string name, std::shared_ptr<const Layout> layout, int block, std::vector<double> rest)
      : State(std::move(name), std::move(layout), block == 1 ? Kind::scalars : Kind::points, block, std::move(rest)) {}
  State(std::string name, std::shared_ptr<const Layout> layout, Kind kind, int block, std::vector<double> rest);

  const std::string& name() const { return name_; }
  const Layout& layout() const { return *layout_; }
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  const Halo& halo() const { return halo_; }
  Kind kind() const { return kind_; }
  /// Unknowns of a node.
  int block() const { return block_; }
  /// Coordinates of a node's position, the first of its rest: 2 or 3, 0 of scalars.
  int dimension() const;
  /// Whether a motion is added to a configuration: not where rotations in space are composed.
  bool isAdditive() const { return !(kind_ == Kind::frames && block_ == 6); }

  gsl::span<const double> rest() const { return rest_; }
  gsl::span<const double> displacement() const { return displacement_; }
  gsl::span<double> displacement() { return displacement_; }
  gsl::span<const double> velocity() const { return velocity_; }
  gsl::span<double> velocity() { return velocity_; }
  gsl::span<const double> acceleration() const { return acceleration_; }
  gsl::span<double> acceleration() { return acceleration_; }

  /// q <- q (+) dq of the owned nodes, dq [numOwned x block] or longer: displacements are added, rotations composed,
  /// exp(theta) <- exp(dtheta) exp(theta). Not collective; ghosts stay as they are.
  void retract(gsl::span<const double> increment);
  /// The dq with which `from`, displacements [numOwned x block] or longer, becomes the present configuration.
  std::vector<double> incrementFrom(gsl::span<const double> from) const;

  /// Collective. Makes nodes of other ranks known here that are no ghosts yet, such as the far ends of springs: a new
  /// layout, whose local numbers begin with the present ones, and longer arrays. Owned and known nodes, and repeated
  /// ones, are passed over. Contributors and conditions call it while they are made: layouts and matrices that were
  /// made of this state before do not know the new ghosts.
  void addGhosts(const std::vector<GlobalIndex>& nodes);

  /// Collective. Copies displacement, velocity and acceleration from the owners to the ghosts.
  void updateGhosts();

 private:
  std::string name_;
  std::shared_ptr<const Layout> layout_;
  Halo halo_;
  Kind kind_;
  int block_;
  std::vector<double> rest_, displacement_, velocity_, acceleration_;
};

}  // namespace tenon::la
