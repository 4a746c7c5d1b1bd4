// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RankBoxes.hpp"

#include <array>

namespace tenon::fem {

using base::Vec3;

RankBoxes::RankBoxes(const base::Communicator& comm, const Box& local_box) : comm_(comm) {
  const Vec3 &a = local_box.low, &b = local_box.high;
  for (const auto& all : comm.gather(std::array<double, 6>{a[0], a[1], a[2], b[0], b[1], b[2]}))
    boxes_.push_back({Vec3(all[0], all[1], all[2]), Vec3(all[3], all[4], all[5])});
}

std::vector<Box> RankBoxes::pointBoxes(gsl::span<const Vec3> points) {
  std::vector<Box> boxes;
  boxes.reserve(points.size());
  for (const Vec3& x : points) boxes.push_back({x, x});
  return boxes;
}

RankBoxes::RequestLists RankBoxes::overlapping(gsl::span<const Box> boxes) const {
  RequestLists lists(boxes_.size());
  for (std::size_t r = 0; r < boxes_.size(); ++r)
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (boxes_[r].overlaps(boxes[i])) lists[r].push_back(static_cast<int>(i));
  return lists;
}

std::vector<int> RankBoxes::nearestRanks(gsl::span<const Vec3> points) const {
  std::vector<int> ranks(points.size(), -1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < boxes_.size(); ++r)
      if (const double there = boxes_[r].distanceTo(points[i]); there < nearest)
        nearest = there, ranks[i] = static_cast<int>(r);
  }
  return ranks;
}

std::vector<std::vector<RankBoxes::Request>> RankBoxes::makeRequests(gsl::span<const Box> boxes,
                                                                     const RequestLists& lists) const {
  std::vector<std::vector<Request>> requests(lists.size());
  for (std::size_t r = 0; r < lists.size(); ++r)
    for (const int i : lists[r]) {
      const Vec3 &a = boxes[static_cast<std::size_t>(i)].low, &b = boxes[static_cast<std::size_t>(i)].high;
      requests[r].push_back({i, {a[0], a[1], a[2]}, {b[0], b[1], b[2]}});
    }
  return comm_.exchange(requests);
}

}  // namespace tenon::fem
