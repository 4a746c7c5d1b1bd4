#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/Halo.hpp"
#include "tenon/la/Layout.hpp"

namespace tenon::la {

/// The motion of one object: a named set of nodes with `block` unknowns each, spread over the ranks, ghosts included.
///
/// Position x = rest + displacement. The displacement is what is stored: it keeps its digits where motions are tiny.
/// All arrays are local, [numLocal x block], node by node; ghosts hold copies that updateGhosts() refreshes.
/// Where the state belongs to a mesh, its first nodes are the mesh's, in the same order; nodes that addGhosts() brought
/// come after them and belong to no cell.
class State {
 public:
  /// `rest`: [numLocal x block]; `block` is 2 in plane problems and 3 in space.
  State(std::string name, std::shared_ptr<const Layout> layout, int block, std::vector<double> rest);

  const std::string& name() const { return name_; }
  const Layout& layout() const { return *layout_; }
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  const Halo& halo() const { return halo_; }
  int block() const { return block_; }

  gsl::span<const double> rest() const { return rest_; }
  gsl::span<const double> displacement() const { return displacement_; }
  gsl::span<double> displacement() { return displacement_; }
  gsl::span<const double> velocity() const { return velocity_; }
  gsl::span<double> velocity() { return velocity_; }
  gsl::span<const double> acceleration() const { return acceleration_; }
  gsl::span<double> acceleration() { return acceleration_; }

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
  int block_;
  std::vector<double> rest_, displacement_, velocity_, acceleration_;
};

}  // namespace tenon::la
