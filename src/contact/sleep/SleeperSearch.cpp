// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SleeperSearch.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "contact/Neighbourhood.hpp"
#include "contact/bodySpeeds.hpp"
#include "contact/shapes/findContacts.hpp"
#include "fem/search/boxTree.hpp"

namespace tenon::contact {
namespace {

using base::LocalIndex;
using base::Vec3;
using fem::Box;

constexpr double carrying = 1e-3;  // relative to the size of a body: gap below which a driven body may carry it

struct Corners {
  double low[3], high[3];
};

Corners cornersOf(const Box& box) {
  return {{box.low[0], box.low[1], box.low[2]}, {box.high[0], box.high[1], box.high[2]}};
}
Box boxOf(const Corners& corners) {
  return {Vec3(corners.low[0], corners.low[1], corners.low[2]),
          Vec3(corners.high[0], corners.high[1], corners.high[2])};
}

Vec3 velocityAt(const Vec3& position, const Candidate& of, const double* v) {
  return Eigen::Map<const Vec3>(v) + Eigen::Map<const Vec3>(v + 3).cross(position - of.placed.centre);
}

bool hits(const Candidate& moving, bool is_driven, const ContactPoint& point, double size, double h, double velocity) {
  const double closed = point.gap - h * velocityAt(point.position, moving, moving.body.free).dot(point.normal);
  if (is_driven) return std::min(point.gap, closed) <= carrying * size;
  return closed <= Neighbourhood::closed_share * size &&
         velocityAt(point.position, moving, moving.body.before).norm() > velocity;
}

}  // namespace

struct SleeperSearch::Tree {
  fem::BoxTree boxes;
};

SleeperSearch::SleeperSearch() = default;
SleeperSearch::~SleeperSearch() = default;

void SleeperSearch::reset(const ContactModel& model, const std::vector<RigidBody>& owned,
                          const std::vector<char>& asleep) {
  sleepers_.clear(), bodies_.clear();
  box_ = {};
  std::vector<std::pair<fem::TreeBox, int>> boxes;
  for (std::size_t b = 0; b < owned.size(); ++b) {
    if (asleep[b] == 0 || owned[b].shape < 0 || owned[b].sides == 0) continue;
    sleepers_.push_back(candidateOf(owned[b], {}, model, 0.0));
    bodies_.push_back(static_cast<LocalIndex>(b));
    boxes.emplace_back(fem::treeBox(sleepers_.back().box), static_cast<int>(sleepers_.size()) - 1);
    box_.include(sleepers_.back().box);
  }
  tree_ = std::make_unique<Tree>(Tree{fem::BoxTree(boxes)});
}

// Returns the moving bodies of all ranks that may come into contact with sleeping bodies of this
// rank.
// @note Collective.
std::vector<Candidate> SleeperSearch::movingNear(const base::Communicator& comm, const ContactModel& model,
                                                 const std::vector<RigidBody>& moving, double h) const {
  const auto boxes = comm.gather(cornersOf(box_));
  std::vector<std::vector<RigidBody>> outgoing(boxes.size());
  for (const RigidBody& body : moving) {
    if (body.shape < 0 || body.sides == 0) continue;
    const Candidate candidate = candidateOf(body, {}, model, h);
    for (std::size_t r = 0; r < boxes.size(); ++r)
      if (candidate.box.overlaps(boxOf(boxes[r]))) outgoing[r].push_back(body);
  }
  std::vector<Candidate> near;
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const RigidBody& body : from_rank) near.push_back(candidateOf(body, {}, model, h));
  return near;
}

SleeperSearch::SearchResult SleeperSearch::search(const base::Communicator& comm, const ContactModel& model,
                                                  const std::vector<RigidBody>& moving, double h,
                                                  const Sleep& sleep) const {
  SearchResult found;
  std::vector<ContactPoint> points;
  for (const Candidate& one : movingNear(comm, model, moving, h)) {
    const bool is_driven = drivenSpeed(one.body, sizeOf(one.body, model)) > sleep.immobileSpeed();
    for (auto it = tree_->boxes.qbegin(boost::geometry::index::intersects(fem::treeBox(one.box)));
         it != tree_->boxes.qend(); ++it) {
      const auto at = static_cast<std::size_t>(it->second);
      const Candidate& sleeper = sleepers_[at];
      if (model.rules.lawOf(one.body.sides, sleeper.body.sides) == nullptr) continue;
      found.near.push_back(bodies_[at]);
      points.clear();
      findContacts(one.placed, sleeper.placed, one.reach + sleeper.reach, points);
      const double size = std::min(one.size, sleeper.size);
      if (std::any_of(points.begin(), points.end(),
                      [&](const ContactPoint& point) { return hits(one, is_driven, point, size, h, sleep.velocity); }))
        found.hit.push_back(bodies_[at]);
    }
  }
  std::sort(found.near.begin(), found.near.end());
  found.near.erase(std::unique(found.near.begin(), found.near.end()), found.near.end());
  return found;
}

}  // namespace tenon::contact
