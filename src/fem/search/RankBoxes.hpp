// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <utility>
#include <vector>

#include "fem/search/Box.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::fem {

/// Bounding boxes of the items of each rank, and queries about points or boxes that are sent only
/// to the ranks with relevant boxes. Base of the searches among distributed items.
///
/// A search provides two functions. `find(x, reply)` is called on the queried rank and calls
/// reply(answer) for every item found at x. `take(i, answer)` is called on the rank of query i.
/// Answers are plain structs.
class RankBoxes {
 public:
  /// Gathers the boxes of all ranks.
  /// @param local_box  box around the items of this rank
  /// @note Collective.
  RankBoxes(const base::Communicator& comm, const Box& local_box);

  /// Queries every rank whose box contains the point. @note Collective.
  template <class Reply, class Find, class Take>
  void queryContaining(gsl::span<const base::Vec3> points, Find&& find, Take&& take) const {
    const std::vector<Box> boxes = pointBoxes(points);
    query<Reply>(
        boxes, overlapping(boxes), [&](const Box& box, const auto& reply) { find(box.low, reply); }, take);
  }

  /// Queries every rank whose box overlaps the given box. @note Collective.
  template <class Reply, class Find, class Take>
  void queryOverlapping(gsl::span<const Box> boxes, Find&& find, Take&& take) const {
    query<Reply>(boxes, overlapping(boxes), find, take);
  }

  /// Queries the rank with the nearest box first, and then the ranks whose boxes are within the
  /// distance reach(i), which may depend on the answers taken so far.
  /// @note Collective.
  template <class Reply, class Find, class Take, class Reach>
  void queryNear(gsl::span<const base::Vec3> points, Find&& find, Take&& take, Reach&& reach) const {
    const std::vector<int> nearest = nearestRanks(points);
    const std::vector<Box> boxes = pointBoxes(points);
    const auto find_point = [&](const Box& box, const auto& reply) { find(box.low, reply); };
    RequestLists first(boxes_.size()), others(boxes_.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      if (nearest[i] >= 0) first[static_cast<std::size_t>(nearest[i])].push_back(static_cast<int>(i));
    query<Reply>(boxes, first, find_point, take);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t r = 0; r < boxes_.size(); ++r)
        if (static_cast<int>(r) != nearest[i] && !boxes_[r].isEmpty() && boxes_[r].distanceTo(points[i]) <= reach(i))
          others[r].push_back(static_cast<int>(i));
    query<Reply>(boxes, others, find_point, take);
  }

 private:
  using RequestLists = std::vector<std::vector<int>>;  // [ranks] indices of the points of this rank
  struct Request {
    int number;
    double low[3], high[3];
  };

  /// Returns points as boxes without extent.
  static std::vector<Box> pointBoxes(gsl::span<const base::Vec3> points);
  RequestLists overlapping(gsl::span<const Box> boxes) const;
  std::vector<int> nearestRanks(gsl::span<const base::Vec3> points) const;
  std::vector<std::vector<Request>> makeRequests(gsl::span<const Box> boxes, const RequestLists& lists) const;

  template <class Reply, class Find, class Take>
  void query(gsl::span<const Box> boxes, const RequestLists& lists, Find&& find, Take&& take) const {
    struct NumberedReply {
      int number;
      Reply value;
    };
    std::vector<std::vector<NumberedReply>> replies(boxes_.size());
    const auto requests = makeRequests(boxes, lists);
    for (std::size_t r = 0; r < requests.size(); ++r)
      for (const Request& q : requests[r])
        find(Box{base::Vec3(q.low[0], q.low[1], q.low[2]), base::Vec3(q.high[0], q.high[1], q.high[2])},
             [&](const Reply& value) {
               replies[r].push_back({q.number, value});
             });
    for (const auto& from_rank : comm_.exchange(replies))
      for (const NumberedReply& one : from_rank) take(static_cast<std::size_t>(one.number), one.value);
  }

  base::Communicator comm_;
  std::vector<Box> boxes_;
};

}  // namespace tenon::fem
