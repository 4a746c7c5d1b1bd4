#pragma once
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

/// Which faces of a surface its own nodes may come to, and on which of its sides nodes are slaves.
///
/// A node may meet a face within reach
/// - that shares no node with a face of its own,
/// - towards which a face of its own turns: their normals are more than 105 degrees apart,
/// - that it is not behind, by more than things have moved since the last search: else it is on the other side of the
///   body there;
/// - and if they are nearer than twice the reach at rest, all that is so at rest too, by 135 degrees: what is near
/// along
///   the surface meets nothing there.
/// Faces that so face others make patches, within which neighbours' normals differ by less than 60 degrees. Patches
/// that face each other get different sides, slave and master: two colours of a graph. The one with the lowest element
/// number is the slave; sides stay what they were as long as that is possible.
class SelfPairs {
 public:
  /// Collective. `points`: owned nodes of the surface; `at_rest`: the faces that this rank owns; `name`: for messages.
  SelfPairs(std::string name, const fem::Domain& domain, std::vector<base::LocalIndex> points,
            const std::vector<surface::SurfaceFace>& at_rest, double reach);

  /// Collective. Leaves of the faces `near` each point those that it may come to as a slave. `present`: this rank's
  /// faces now; `moved`: how far a node and a face may have come towards each other since the last search. InputError
  /// where patches face each other in a cycle of odd length.
  void keep(const std::vector<surface::SurfaceFace>& present, double moved, surface::NearFaces& near);

  /// Whether the last keep() made slaves masters, on any rank.
  bool hasSwapped() const { return has_swapped_; }

 private:
  using Normal = std::array<double, 3>;
  /// A face at a node, as the node's owner knows it.
  struct Around {
    base::GlobalIndex node;
    std::int64_t tag;
    Normal normal, at_rest;
    std::array<base::GlobalIndex, 9> nodes;
    int num_nodes;
  };
  /// A face that a point turns a face of its own to.
  struct Facing {
    std::size_t point, face;  // of `near`
    std::int64_t own;         // the tag of its own
  };
  std::vector<std::vector<Around>> facesAround(const std::vector<surface::SurfaceFace>& present) const;
  std::vector<surface::Face> restOf(const std::vector<surface::SurfaceFace>& faces) const;
  std::vector<Facing> facing(const std::vector<std::vector<Around>>& around, double moved,
                             const surface::NearFaces& near) const;
  std::map<std::int64_t, int> sides(const std::vector<std::vector<Around>>& around, const std::vector<Facing>& facing,
                                    const surface::NearFaces& near);

  std::string name_;
  const fem::Domain& domain_;
  std::vector<base::LocalIndex> points_;
  std::vector<Normal> at_rest_;  // normals of owned faces
  double reach_;
  std::map<std::int64_t, int> sides_;  // of faces that this rank has named: 0 slave, 1 master
  bool has_swapped_ = false;
};

}  // namespace tenon::constraint
