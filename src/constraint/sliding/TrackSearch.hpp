// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "constraint/contact/SelfContactPairs.hpp"
#include "surface/surfaceFaces.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// Detection of candidate faces of nodes in the current configuration, on any rank: bounding boxes
/// of ranks, then R-trees.
class TrackSearch {
 public:
  /// Creates the search.
  /// @param points  owned nodes
  /// @param track  faces that this rank owns, in the reference configuration
  /// @param reach  radius of the search, length
  /// @note Collective.
  TrackSearch(const fem::Domain& of_points, const fem::Domain& of_track, std::vector<base::LocalIndex> points,
              std::vector<surface::SurfaceFace> track, double reach);

  /// Declares that the points are the nodes of the track itself; SelfContactPairs then selects the
  /// candidates. Call before the first find().
  void enableSelfContact(const std::string& name);
  /// True if slave and master sides were exchanged in the last find(), on any rank.
  bool hasSwapped() const { return self_pairs_ && self_pairs_->hasSwapped(); }

  double reach() const { return reach_; }

  /// Returns the faces within reach of each point. Ghosts must have current displacements.
  /// @note Collective.
  surface::NearFaces find();

  /// Returns an upper bound of the relative displacement of a point and a face since find(). While
  /// it is below the reach, no face other than those found can be in contact with a point.
  /// @note Collective.
  double moved() const;

  /// State of the last find(), on which the next one depends.
  struct LastSearch {
    bool has_found = false;          ///< true if find() has been called
    std::vector<base::Vec3> points;  ///< [points] displacements
    std::vector<base::Vec3> nodes;   ///< [faces x their nodes] displacements
    SelfContactPairs::Sides sides;   ///< sides of a surface in contact with itself
  };
  /// Returns the state of the last find().
  LastSearch lastSearch() const;
  /// Restores a value of lastSearch().
  void restore(const LastSearch& last);

 private:
  void followTrack();
  base::Vec3 placeOf(base::LocalIndex point) const;

  const fem::Domain &of_points_, &of_track_;
  std::vector<base::LocalIndex> points_;
  std::vector<surface::SurfaceFace> track_, present_;   // in the reference configuration, and at the last find()
  std::vector<std::array<base::LocalIndex, 9>> nodes_;  // nodes of track_
  double reach_;
  double bulge_ = 0.0;  // largest distance of the smooth surface from the boxes of the faces
  bool has_found_ = false;
  std::unique_ptr<SelfContactPairs> self_pairs_;
  std::vector<base::Vec3> points_then_, nodes_then_;  // displacements at find(); [points], [faces x their nodes]
};

}  // namespace tenon::constraint
