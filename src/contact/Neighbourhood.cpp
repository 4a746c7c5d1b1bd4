// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Neighbourhood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "Candidate.hpp"
#include "contact/shapes/findContacts.hpp"
#include "fem/search/boxTree.hpp"

namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::Vec3;
using fem::Box;

std::vector<Candidate> ownCandidates(const ContactModel& model, const std::vector<RigidBody>& owned,
                                     const la::Layout& layout, double h) {
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < owned.size(); ++i)
    if (owned[i].shape >= 0 && owned[i].sides != 0)
      candidates.push_back(candidateOf(owned[i], layout.global(static_cast<LocalIndex>(i)), model, h));
  return candidates;
}

/// Adds the bodies of other ranks that may come into contact with free bodies of this rank.
/// @note Collective.
void addNeighbours(const base::Communicator& comm, const ContactModel& model, double h,
                   std::vector<Candidate>& candidates) {
  struct Corners {
    double low[3], high[3];
  };
  Box mine;
  for (const Candidate& candidate : candidates)
    if (!candidate.is_immobile && !candidate.is_unbounded) mine.include(candidate.box);
  const auto boxes =
      comm.gather(Corners{{mine.low[0], mine.low[1], mine.low[2]}, {mine.high[0], mine.high[1], mine.high[2]}});
  std::vector<std::vector<BodyMessage>> outgoing(boxes.size());
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    const Box box{Vec3(boxes[r].low[0], boxes[r].low[1], boxes[r].low[2]),
                  Vec3(boxes[r].high[0], boxes[r].high[1], boxes[r].high[2])};
    if (static_cast<int>(r) == comm.rank() || box.isEmpty()) continue;
    for (const Candidate& candidate : candidates)
      if (candidate.box.overlaps(box)) outgoing[r].push_back({candidate.body, candidate.global});
  }
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const BodyMessage& sent : from_rank) candidates.push_back(candidateOf(sent.body, sent.global, model, h));
}

/// Returns true if a pair of a free body of this rank and another body belongs to this rank and is
/// evaluated from this body.
bool isMine(const Candidate& own, const Candidate& other, bool other_is_own) {
  if (other.is_immobile) return true;
  const bool is_lower = own.body.number < other.body.number;
  if (other_is_own) return is_lower;
  return is_lower ? belongsToLower(own.body, other.body) : !belongsToLower(other.body, own.body);
}

/// Adds the joined bodies of other ranks that are not ghosts yet. Returns true if there are any.
bool addJoined(const la::Layout& own, std::vector<GlobalIndex> joined, std::vector<GlobalIndex>& ghosts) {
  const std::size_t before = ghosts.size();
  std::vector<GlobalIndex> known = ghosts;
  std::sort(known.begin(), known.end());
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  for (const GlobalIndex body : joined)
    if (!own.isOwned(body) && !std::binary_search(known.begin(), known.end(), body)) ghosts.push_back(body);
  return ghosts.size() > before;
}

/// Updates the data of ghosts that rows need: velocities and mobilities. @note Collective.
void fetchGhosts(const la::Halo& halo, std::vector<RigidBody>& bodies) {
  constexpr std::size_t width = 25;
  std::vector<double> values(width * bodies.size());
  double* at = values.data();
  for (const RigidBody& body : bodies) {
    at = std::copy_n(body.before, 6, at);
    at = std::copy_n(body.free, 6, at);
    at = std::copy_n(body.linear, 3, at);
    at = std::copy_n(body.angular, 9, at);
    *at++ = body.point_size;
  }
  halo.updateGhosts<double>(values, static_cast<int>(width));
  const double* from = values.data();
  for (RigidBody& body : bodies) {
    std::copy_n(from, 6, body.before);
    std::copy_n(from + 6, 6, body.free);
    std::copy_n(from + 12, 3, body.linear);
    std::copy_n(from + 15, 9, body.angular);
    body.point_size = from[24];
    from += width;
  }
}

}  // namespace

bool belongsToLower(const RigidBody& lower, const RigidBody& other) {
  if (lower.isImmobile() || other.isImmobile()) return other.isImmobile();
  return (lower.number + other.number) % 2 == 0;
}

Neighbourhood::Neighbourhood(const base::Communicator& comm, const ContactModel& model,
                             const std::vector<RigidBody>& owned, double h, const std::vector<GlobalIndex>& joined)
    : bodies_(owned) {
  const la::Layout own_layout(comm, static_cast<LocalIndex>(owned.size()), {});
  std::vector<Candidate> candidates = ownCandidates(model, owned, own_layout, h);
  const std::size_t num_own = candidates.size();
  addNeighbours(comm, model, h, candidates);

  std::vector<std::pair<fem::TreeBox, int>> boxes;
  std::vector<int> unbounded;
  for (std::size_t c = 0; c < candidates.size(); ++c)
    if (candidates[c].is_unbounded)
      unbounded.push_back(static_cast<int>(c));
    else
      boxes.emplace_back(fem::treeBox(candidates[c].box), static_cast<int>(c));
  const fem::BoxTree tree(boxes);

  std::vector<LocalIndex> local(candidates.size(), -1);  // local index of each candidate that is needed; -1: none yet
  std::vector<GlobalIndex> ghosts;
  for (std::size_t c = 0; c < num_own; ++c) local[c] = own_layout.local(candidates[c].global);
  const auto localOf = [&](std::size_t c) {
    if (local[c] < 0) {
      local[c] = static_cast<LocalIndex>(bodies_.size());
      bodies_.push_back(candidates[c].body);
      ghosts.push_back(candidates[c].global);
    }
    return local[c];
  };
  std::vector<ContactPoint> points;
  const auto look = [&](std::size_t c, std::size_t o) {
    const bool in_order = candidates[c].body.number < candidates[o].body.number;
    const Candidate &a = candidates[in_order ? c : o], &b = candidates[in_order ? o : c];
    const RigidContactLaw* law = model.rules.lawOf(a.body.sides, b.body.sides);
    if (law == nullptr) return;
    points.clear();
    findContacts(a.placed, b.placed, a.reach + b.reach, points);
    for (const ContactPoint& point : points)
      contacts_.push_back({localOf(in_order ? c : o), localOf(in_order ? o : c), point, std::min(a.size, b.size), law});
  };
  std::vector<int> found;
  for (std::size_t c = 0; c < num_own; ++c) {
    if (candidates[c].is_immobile) continue;
    found = unbounded;
    if (!candidates[c].is_unbounded)
      for (auto it = tree.qbegin(boost::geometry::index::intersects(fem::treeBox(candidates[c].box)));
           it != tree.qend(); ++it)
        found.push_back(it->second);
    std::sort(found.begin(), found.end(), [&](int a, int b) {
      return candidates[static_cast<std::size_t>(a)].body.number < candidates[static_cast<std::size_t>(b)].body.number;
    });
    for (const int other : found) {
      const auto o = static_cast<std::size_t>(other);
      if (o != c && isMine(candidates[c], candidates[o], o < num_own)) look(c, o);
    }
  }
  const bool are_joined = addJoined(own_layout, joined, ghosts);
  layout_ = std::make_unique<la::Layout>(comm, static_cast<LocalIndex>(owned.size()), std::move(ghosts));
  halo_ = std::make_unique<la::Halo>(*layout_);
  bodies_.resize(static_cast<std::size_t>(layout_->numLocal()));
  if (comm.any(are_joined)) fetchGhosts(*halo_, bodies_);
}

}  // namespace tenon::contact
