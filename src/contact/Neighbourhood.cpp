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

/// Search for the candidates whose boxes intersect that of a candidate.
class CandidateSearch {
 public:
  explicit CandidateSearch(const std::vector<Candidate>& candidates) : candidates_(candidates) {
    std::vector<std::pair<fem::TreeBox, int>> boxes;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].is_unbounded)
        unbounded_.push_back(static_cast<int>(c));
      else
        boxes.emplace_back(fem::treeBox(candidates[c].box), static_cast<int>(c));
    tree_ = fem::BoxTree(boxes);
  }

  /// Sets `found` to the candidates near `candidate`, in the order of the numbers of the bodies.
  void find(const Candidate& candidate, std::vector<int>& found) const {
    found = unbounded_;
    if (!candidate.is_unbounded)
      for (auto it = tree_.qbegin(boost::geometry::index::intersects(fem::treeBox(candidate.box))); it != tree_.qend();
           ++it)
        found.push_back(it->second);
    const auto numberOf = [&](int c) { return candidates_[static_cast<std::size_t>(c)].body.number; };
    std::sort(found.begin(), found.end(), [&](int a, int b) { return numberOf(a) < numberOf(b); });
  }

 private:
  const std::vector<Candidate>& candidates_;
  std::vector<int> unbounded_;
  fem::BoxTree tree_;
};

/// Bodies of this rank, to which candidates of other ranks are added as ghosts when a contact needs
/// them.
class LocalBodies {
 public:
  LocalBodies(const std::vector<Candidate>& candidates, std::size_t num_own, const la::Layout& own,
              std::vector<RigidBody>& bodies)
      : candidates_(candidates), bodies_(bodies), local_(candidates.size(), -1) {
    for (std::size_t c = 0; c < num_own; ++c) local_[c] = own.local(candidates[c].global);
  }

  /// Returns the index of a candidate among the bodies.
  LocalIndex indexOf(std::size_t candidate) {
    if (local_[candidate] < 0) {
      local_[candidate] = static_cast<LocalIndex>(bodies_.size());
      bodies_.push_back(candidates_[candidate].body);
      ghosts.push_back(candidates_[candidate].global);
    }
    return local_[candidate];
  }

  std::vector<GlobalIndex> ghosts;

 private:
  const std::vector<Candidate>& candidates_;
  std::vector<RigidBody>& bodies_;
  std::vector<LocalIndex> local_;  // -1: not added yet
};

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

  const CandidateSearch search(candidates);
  LocalBodies local(candidates, num_own, own_layout, bodies_);
  std::vector<ContactPoint> points;
  const auto look = [&](std::size_t c, std::size_t o) {
    const bool in_order = candidates[c].body.number < candidates[o].body.number;
    const Candidate &a = candidates[in_order ? c : o], &b = candidates[in_order ? o : c];
    const RigidContactLaw* law = model.rules.lawOf(a.body.sides, b.body.sides);
    if (law == nullptr) return;
    points.clear();
    findContacts(a.placed, b.placed, a.reach + b.reach, points);
    for (const ContactPoint& point : points)
      contacts_.push_back(
          {local.indexOf(in_order ? c : o), local.indexOf(in_order ? o : c), point, std::min(a.size, b.size), law});
  };
  std::vector<int> found;
  for (std::size_t c = 0; c < num_own; ++c) {
    if (candidates[c].is_immobile) continue;
    search.find(candidates[c], found);
    for (const int other : found) {
      const auto o = static_cast<std::size_t>(other);
      if (o != c && isMine(candidates[c], candidates[o], o < num_own)) look(c, o);
    }
  }
  const bool are_joined = addJoined(own_layout, joined, local.ghosts);
  layout_ = std::make_unique<la::Layout>(comm, static_cast<LocalIndex>(owned.size()), std::move(local.ghosts));
  halo_ = std::make_unique<la::Halo>(*layout_);
  bodies_.resize(static_cast<std::size_t>(layout_->numLocal()));
  if (comm.any(are_joined)) fetchGhosts(*halo_, bodies_);
}

}  // namespace tenon::contact
