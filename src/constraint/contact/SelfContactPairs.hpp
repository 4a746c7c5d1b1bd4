// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "surface/surfaceFaces.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// Candidate pairs of a surface in contact with itself: the faces with which its own nodes may come
/// into contact, and the assignment of slave and master sides.
///
/// A face within reach is a candidate of a node if
/// - it shares no node with a face of the node,
/// - a face of the node is directed towards it: their normals are more than 105 degrees apart,
/// - the node is not behind it by more than the displacement since the last search; otherwise the
///   node is on the other side of the body there,
/// - and, if they are closer than twice the reach in the reference configuration, the same
///   conditions hold there with 135 degrees: neighbouring parts of the surface are not candidates.
///
/// Opposing faces form patches, within which the normals of neighbours differ by less than 60
/// degrees. Opposing patches receive different sides, slave and master: a two-colouring of a graph.
/// The patch with the lowest element number is the slave. Sides are retained from search to search
/// as long as possible.
class SelfContactPairs {
 public:
  /// Creates the search.
  /// @param name  name of the contact, for messages
  /// @param points  owned nodes of the surface
  /// @param at_rest  faces that this rank owns, in the reference configuration
  /// @note Collective.
  SelfContactPairs(std::string name, const fem::Domain& domain, std::vector<base::LocalIndex> points,
                   const std::vector<surface::SurfaceFace>& at_rest, double reach);

  /// Restricts the faces `near` each point to the candidates of the point as a slave.
  /// @param present  this rank's faces in the current configuration
  /// @param moved  largest relative displacement of a node and a face since the last search
  /// @throws InputError if patches face each other in a cycle of odd length
  /// @note Collective.
  void filter(const std::vector<surface::SurfaceFace>& present, double moved, surface::NearFaces& near);

  /// True if slave and master sides were exchanged in the last filter(), on any rank.
  bool hasSwapped() const { return sides_.has_swapped; }

  /// Sides that filter() has assigned.
  struct Sides {
    std::map<std::int64_t, int> of_faces;  ///< sides of the faces that this rank has treated: 0 slave, 1 master
    bool has_swapped = false;              ///< result of hasSwapped()
  };
  /// Returns the sides of the last filter().
  const Sides& sides() const { return sides_; }
  /// Sets the sides that the next filter() retains as far as possible.
  void setSides(Sides sides) { sides_ = std::move(sides); }

 private:
  using Normal = std::array<double, 3>;
  /// Face at a node, as stored by the owner of the node.
  struct NeighbourFace {
    base::GlobalIndex node;
    std::int64_t tag;
    Normal normal, at_rest;
    std::array<base::GlobalIndex, 9> nodes;
    int num_nodes;
  };
  /// Candidate face of a point, and the point's own face that is directed towards it.
  struct FacingPair {
    std::size_t point, face;  // indices in `near`
    std::int64_t own;         // tag of the own face
  };
  std::vector<std::vector<NeighbourFace>> facesAround(const std::vector<surface::SurfaceFace>& present) const;
  std::vector<surface::Face> referenceFacesOf(const std::vector<surface::SurfaceFace>& faces) const;
  std::vector<FacingPair> facing(const std::vector<std::vector<NeighbourFace>>& around, double moved,
                                 const surface::NearFaces& near) const;
  std::map<std::int64_t, int> assignSides(const std::vector<std::vector<NeighbourFace>>& around,
                                          const std::vector<FacingPair>& facing, const surface::NearFaces& near);

  std::string name_;
  const fem::Domain& domain_;
  std::vector<base::LocalIndex> points_;
  std::vector<Normal> at_rest_;  // normals of owned faces in the reference configuration
  double reach_;
  Sides sides_;
};

}  // namespace tenon::constraint
