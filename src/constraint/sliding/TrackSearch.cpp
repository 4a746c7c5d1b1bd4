// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TrackSearch.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::constraint {
namespace {

using base::LocalIndex;
using base::Vec3;

std::size_t numNodes(const surface::SurfaceFace& face) {
  return static_cast<std::size_t>(mesh::info(face.face.type).num_nodes);
}

Vec3 displacementOf(const fem::Domain& domain, LocalIndex node) {
  Vec3 u = Vec3::Zero();
  const int dim = domain.state.block();
  for (int c = 0; c < dim; ++c) u[c] = domain.state.displacement()[static_cast<std::size_t>(node * dim + c)];
  return u;
}

}  // namespace

TrackSearch::TrackSearch(const fem::Domain& of_points, const fem::Domain& of_track, std::vector<LocalIndex> points,
                         std::vector<surface::SurfaceFace> track, double reach)
    : of_points_(of_points),
      of_track_(of_track),
      points_(std::move(points)),
      track_(std::move(track)),
      present_(track_),
      reach_(reach) {
  for (const surface::SurfaceFace& face : track_) {
    auto& nodes = nodes_.emplace_back();
    for (std::size_t a = 0; a < numNodes(face); ++a) nodes[a] = of_track_.mesh.layout().local(face.nodes[a]);
    for (const auto& edge : face.bulge.edge_coefficients)  // a_1 and a_2 do not exceed the length of the face
      bulge_ = std::max(bulge_, (std::abs(edge[0]) + std::abs(edge[1])) * face.diameter + std::abs(edge[2]));
  }
  bulge_ = of_points_.mesh.comm().max(bulge_);
}

Vec3 TrackSearch::placeOf(LocalIndex point) const {
  return Eigen::Map<const Vec3>(of_points_.mesh.points().data() + 3 * static_cast<std::size_t>(point)) +
         displacementOf(of_points_, point);
}

void TrackSearch::followTrack() {
  nodes_then_.clear();
  for (std::size_t f = 0; f < track_.size(); ++f) {
    for (std::size_t a = 0; a < numNodes(track_[f]); ++a) {
      nodes_then_.push_back(displacementOf(of_track_, nodes_[f][a]));
      present_[f].face.nodes[a] = track_[f].face.nodes[a] + nodes_then_.back();
    }
    surface::updateExtents(present_[f]);
  }
}

void TrackSearch::enableSelfContact(const std::string& name) {
  self_pairs_ = std::make_unique<SelfContactPairs>(name, of_points_, points_, track_, reach_);
}

surface::NearFaces TrackSearch::find() {
  const double since = has_found_ ? moved() : 0.0;
  has_found_ = true;
  followTrack();
  points_then_.clear();
  std::vector<fem::Box> boxes;
  for (const LocalIndex point : points_) {
    points_then_.push_back(displacementOf(of_points_, point));
    fem::Box box;
    box.include(placeOf(point));
    boxes.push_back(box.expandedBy(reach_ + bulge_));
  }
  surface::NearFaces near = surface::nearFaces(of_points_.mesh.comm(), present_, boxes);
  if (self_pairs_) self_pairs_->filter(present_, since, near);
  return near;
}

TrackSearch::LastSearch TrackSearch::lastSearch() const {
  return {has_found_, points_then_, nodes_then_, self_pairs_ ? self_pairs_->sides() : SelfContactPairs::Sides()};
}

void TrackSearch::restore(const LastSearch& last) {
  has_found_ = last.has_found;
  points_then_ = last.points;
  nodes_then_ = last.nodes;
  if (self_pairs_) self_pairs_->setSides(last.sides);
}

double TrackSearch::moved() const {
  double of_points = 0.0, of_faces = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i)
    of_points = std::max(of_points, (displacementOf(of_points_, points_[i]) - points_then_[i]).norm());
  const Vec3* then = nodes_then_.data();
  for (std::size_t f = 0; f < track_.size(); ++f)
    for (std::size_t a = 0; a < numNodes(track_[f]); ++a)
      of_faces = std::max(of_faces, (displacementOf(of_track_, nodes_[f][a]) - *then++).norm());
  const base::Communicator& comm = of_points_.mesh.comm();
  return comm.max(of_points) + comm.max(of_faces);
}

}  // namespace tenon::constraint
