#pragma once
#include <array>
#include <memory>
#include <vector>

#include "contact/SelfPairs.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

/// Finds the faces that nodes may come to in the present motion, wherever they are: boxes of ranks, then R-trees.
class TrackSearch {
 public:
  /// Collective. `points`: owned nodes; `track`: the faces that this rank owns, at rest.
  TrackSearch(const fem::Domain& of_points, const fem::Domain& of_track, std::vector<base::LocalIndex> points,
              std::vector<surface::SurfaceFace> track, double reach);

  /// Points are the nodes of the track itself: SelfPairs says which faces they may come to. Before the first find().
  void onItself(const std::string& name);
  /// Whether slaves became masters in the last find(), on any rank.
  bool hasSwapped() const { return on_itself_ && on_itself_->hasSwapped(); }

  double reach() const { return reach_; }

  /// Collective. The faces within reach of each point, ghosts being where they belong.
  surface::NearFaces find();

  /// Collective. How far a point and a face may have come towards each other since find(), at most: as long as that is
  /// below the reach, no other face touches a point than those that were found.
  double moved() const;

 private:
  void followTrack();
  base::Vec3 placeOf(base::LocalIndex point) const;

  const fem::Domain &of_points_, &of_track_;
  std::vector<base::LocalIndex> points_;
  std::vector<surface::SurfaceFace> track_, present_;   // at rest, and as find() saw it last
  std::vector<std::array<base::LocalIndex, 9>> nodes_;  // of track_
  double reach_;
  double bulge_ = 0.0;  // how far the smooth surface may be out of the boxes of the faces
  bool has_found_ = false;
  std::unique_ptr<SelfPairs> on_itself_;
  std::vector<base::Vec3> points_then_, nodes_then_;  // displacements at find(); [points], [faces x their nodes]
};

}  // namespace tenon::constraint
