// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Candidate pairs of points and faces: members of Sliding.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "SlidingConstraint.hpp"
#include "TrackSearch.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

constexpr mesh::CellType face_types[] = {mesh::CellType::line2, mesh::CellType::line3, mesh::CellType::tri3,
                                         mesh::CellType::tri6,  mesh::CellType::quad4, mesh::CellType::quad8,
                                         mesh::CellType::quad9};

/// Returns the corner nodes, which identify a face of a smooth track; such a face has no other
/// nodes.
std::array<base::GlobalIndex, 4> cornersOf(const surface::SurfaceFace& face) {
  std::array<base::GlobalIndex, 4> corners{};
  std::copy_n(face.nodes.begin(), mesh::info(face.face.type).num_nodes, corners.begin());
  return corners;
}

std::size_t numPlaces(mesh::CellType type) {
  return static_cast<std::size_t>(2 + mesh::info(type).num_nodes);
}

}  // namespace

surface::NearFaces SlidingConstraint::referenceFaces(const std::vector<surface::SurfaceFace>& track,
                                                     double reach) const {
  std::vector<fem::Box> boxes;
  for (const PointRow& row : rows_) {
    fem::Box box;
    box.include(Eigen::Map<const base::Vec3>(of_points_.mesh.points().data() + 3 * static_cast<std::size_t>(row.node)));
    boxes.push_back(box.expandedBy(reach));
  }
  return surface::nearFaces(of_points_.mesh.comm(), track, boxes);
}

// The tuples are unique and sorted. The owner of a point adds the faces of the point for all rows
// that contain the point.
SlidingConstraint::TuplesByType SlidingConstraint::tuplesOf(const surface::NearFaces& near) const {
  const la::Layout& layout = of_points_.mesh.layout();
  TuplesByType tuples;
  const auto add = [&](std::size_t row, mesh::CellType type, Tuple tuple) {
    for (const LocalIndex node : rows_with_[row]) {
      tuple[0] = layout.global(node);
      tuples[type].push_back(tuple);
    }
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const base::GlobalIndex point = layout.global(rows_[i].node);
    for (const std::size_t number : near.faces_of_box[i]) {
      const surface::SurfaceFace& face = near.faces[number];
      Tuple tuple{};
      tuple[1] = point;
      std::copy_n(face.nodes.begin(), mesh::info(face.face.type).num_nodes, tuple.begin() + 2);
      add(i, face.face.type, tuple);
    }
    for (auto& [type, list] : tuples) {  // tuples of different points are already sorted
      const auto other = [&](const Tuple& tuple) { return tuple[1] != point; };
      std::sort(std::find_if(list.rbegin(), list.rend(), other).base(), list.end());
    }
  }
  // Faces at which points stick are included at any distance.
  for (std::size_t i = 0; i < rows_.size() && !committed_places_.empty(); ++i)
    if (const CommittedPlace& anchor = committed_places_[rows_[i].first]; anchor.is_sure)
      add(i, pairs_[anchor.pair.kind].type, nodesOf(anchor.pair));
  for (auto& [type, list] : tuples) {
    if (!std::is_sorted(list.begin(), list.end())) std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return tuples;
}

void SlidingConstraint::storeBulges(const surface::NearFaces& near) {
  if (!is_smooth_) return;
  for (const surface::SurfaceFace& face : near.faces) bulges_[cornersOf(face)] = face.bulge;
}

// The owners of tuples have found the faces and their bulges. @note Collective.
std::vector<surface::Bulge> SlidingConstraint::bulgesOf(mesh::CellType type, const fem::NodeTuples& tuples) const {
  constexpr int numbers = 12;
  std::vector<double> of_owned;
  for (LocalIndex tuple = 0; tuple < tuples.size(); ++tuple) {
    if (!tuples.isOwned(tuple)) continue;
    Corners corners{};
    for (int a = 0; a < mesh::info(type).num_nodes; ++a)
      corners[static_cast<std::size_t>(a)] = of_track_.state.layout().global(tuples[tuple][2 + a]);
    for (const auto& edge : bulges_.at(corners).edge_coefficients)
      of_owned.insert(of_owned.end(), edge.begin(), edge.end());
  }
  const std::vector<double> all = tuples.valuesFromOwners(of_owned, numbers);
  std::vector<surface::Bulge> bulges(static_cast<std::size_t>(tuples.size()));
  const double* next = all.data();
  for (surface::Bulge& bulge : bulges)
    for (auto& edge : bulge.edge_coefficients)
      for (double& number : edge) number = *next++;
  return bulges;
}

void SlidingConstraint::requireDistinct(const TuplesByType& tuples) const {
  if (&of_points_.state != &of_track_.state) return;
  base::runCollectively(of_points_.mesh.comm(), [&] {
    for (const auto& [type, list] : tuples)
      for (const Tuple& tuple : list)
        if (std::find(tuple.begin() + 2, tuple.end(), tuple[1]) != tuple.end())
          throw base::InputError(fmt::format(
              "{}: node {} belongs to both groups, so it would slide on itself.", name_,
              of_points_.mesh.nodeTags()[static_cast<std::size_t>(of_points_.mesh.layout().local(tuple[1]))]));
  });
}

void SlidingConstraint::makePairs(TuplesByType tuples) {
  requireDistinct(tuples);
  pairs_.clear();
  for (const mesh::CellType type : face_types) {  // all ranks use this order
    if (!of_points_.mesh.comm().any(tuples.count(type) > 0)) continue;
    std::vector<const fem::Domain*> objects(numPlaces(type), &of_track_);
    objects[0] = objects[1] = &of_points_;
    std::vector<base::GlobalIndex> nodes;
    if (const auto given = tuples.find(type); given != tuples.end())
      for (const Tuple& tuple : given->second)
        nodes.insert(nodes.end(), tuple.begin(), tuple.begin() + static_cast<std::ptrdiff_t>(numPlaces(type)));
    fem::NodeTuples known(objects, nodes);
    std::vector<double> none(static_cast<std::size_t>(known.size() * rows_per_point_), 0.0);
    std::vector<surface::Bulge> bulges;
    if (is_smooth_) bulges = bulgesOf(type, known);
    pairs_.push_back({type, std::move(known), std::move(none), std::move(bulges)});
  }
  known_ = std::move(tuples);
  for (Point& point : points_) point.faces.clear();
  in_rows_.assign(points_.size(), {});
  face_histories_.assign(points_.size(), {});
  for (std::size_t kind = 0; kind < pairs_.size(); ++kind)
    for (LocalIndex tuple = 0; tuple < pairs_[kind].tuples.size(); ++tuple) {
      if (!pairs_[kind].tuples.isOwned(tuple)) continue;
      const LocalIndex* nodes = pairs_[kind].tuples[tuple];
      const auto row = std::lower_bound(rows_.begin(), rows_.end(), nodes[0],
                                        [](const PointRow& one, LocalIndex other) { return one.node < other; });
      std::size_t point = row->first;
      while (points_[point].node != nodes[1]) ++point;
      points_[point].faces.push_back({kind, tuple});
    }
}

SlidingConstraint::Tuple SlidingConstraint::nodesOf(const PairIndex& pair) const {
  const PairsOfType& pairs = pairs_[pair.kind];
  const LocalIndex* nodes = pairs.tuples[pair.tuple];
  Tuple tuple;
  for (std::size_t p = 0; p < numPlaces(pairs.type); ++p)
    tuple[p] = (p < 2 ? of_points_ : of_track_).state.layout().global(nodes[p]);
  return tuple;
}

SlidingConstraint::NamedPair SlidingConstraint::named(const PairIndex& pair) const {
  return pair.isNone() ? NamedPair() : NamedPair{pairs_[pair.kind].type, nodesOf(pair)};
}

SlidingConstraint::PairIndex SlidingConstraint::pairOf(const Point& point, const NamedPair& named) const {
  const auto found = std::find_if(point.faces.begin(), point.faces.end(), [&](const PairIndex& pair) {
    return pairs_[pair.kind].type == named.type && nodesOf(pair) == named.nodes;
  });
  return found == point.faces.end() ? PairIndex{} : *found;
}

SlidingConstraint::CommittedPlace SlidingConstraint::committedPlaceAt(std::size_t point) const {
  const PointPlace place = placeOf(point);
  return {place.pair, place.pose.xi, !place.pose.is_off_track && place.pose.distance <= search_->reach()};
}

// Sticking points keep their anchors. A point without a face measures its slips from its position
// when it obtains one.
bool SlidingConstraint::updatePairs(double share) {
  if (std::isinf(share)) return std::exchange(has_restored_pairs_, false);
  if (step_has_ended_) face_histories_.assign(points_.size(), {});
  step_has_ended_ = false;
  if (!search_ || !(search_->moved() > share * search_->reach())) return false;
  const surface::NearFaces near = search_->find();
  storeBulges(near);
  for (CommittedPlace& anchor : committed_places_) anchor.is_sure = anchor.is_sure && !search_->hasSwapped();
  TuplesByType tuples = tuplesOf(near);
  if (!of_points_.mesh.comm().any(tuples != known_)) return false;
  std::vector<NamedPair> stuck;
  for (const CommittedPlace& anchor : committed_places_)
    stuck.push_back(anchor.is_sure ? named(anchor.pair) : NamedPair());
  makePairs(std::move(tuples));
  for (std::size_t i = 0; i < committed_places_.size(); ++i) {
    committed_places_[i].pair = pairOf(points_[i], stuck[i]);
    if (!committed_places_[i].is_sure) committed_places_[i] = committedPlaceAt(i);
  }
  return true;
}

// Pairs by the nodes of their faces, because indices change with the candidate pairs.
struct SlidingConstraint::StepMemory {
  struct Place {
    NamedPair pair;
    base::Vec2 xi;
    bool is_sure;
  };
  struct Faces {
    NamedPair last, on;
    bool was_off;
    int changes;
  };
  TuplesByType tuples;
  std::map<Corners, surface::Bulge> bulges;
  std::vector<std::vector<NamedPair>> faces_in_rows;
  std::vector<char> was_off_track;
  std::vector<Faces> face_histories;
  bool step_has_ended;
  std::vector<Place> committed_places;
  TrackSearch::LastSearch search;
};

std::any SlidingConstraint::stepMemory() const {
  if (!search_) return {};
  auto memory = std::make_shared<StepMemory>();
  memory->tuples = known_;
  memory->bulges = bulges_;
  for (const std::vector<PairIndex>& pairs : in_rows_) {
    memory->faces_in_rows.emplace_back();
    for (const PairIndex& pair : pairs) memory->faces_in_rows.back().push_back(named(pair));
  }
  memory->was_off_track = was_off_track_;
  for (const FaceHistory& one : face_histories_)
    memory->face_histories.push_back({named(one.last), named(one.on), one.was_off, one.changes});
  memory->step_has_ended = step_has_ended_;
  for (const CommittedPlace& place : committed_places_)
    memory->committed_places.push_back({named(place.pair), place.xi, place.is_sure});
  memory->search = search_->lastSearch();
  return std::shared_ptr<const StepMemory>(std::move(memory));
}

void SlidingConstraint::restoreStepMemory(const std::any& memory) {
  if (!search_) return;
  const StepMemory& then = *std::any_cast<const std::shared_ptr<const StepMemory>&>(memory);
  bulges_ = then.bulges;
  if (of_points_.mesh.comm().any(then.tuples != known_)) {
    makePairs(then.tuples);
    has_restored_pairs_ = true;
  }
  for (std::size_t p = 0; p < points_.size(); ++p) {
    in_rows_[p].clear();
    for (const NamedPair& pair : then.faces_in_rows[p]) in_rows_[p].push_back(pairOf(points_[p], pair));
    const StepMemory::Faces& faces = then.face_histories[p];
    face_histories_[p] = {pairOf(points_[p], faces.last), pairOf(points_[p], faces.on), faces.was_off, faces.changes};
  }
  was_off_track_ = then.was_off_track;
  step_has_ended_ = then.step_has_ended;
  committed_places_.clear();
  for (std::size_t p = 0; p < then.committed_places.size(); ++p) {
    const StepMemory::Place& place = then.committed_places[p];
    committed_places_.push_back({pairOf(points_[p], place.pair), place.xi, place.is_sure});
  }
  search_->restore(then.search);
}

}  // namespace tenon::constraint
