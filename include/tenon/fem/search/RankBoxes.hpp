#pragma once
#include <gsl/span>
#include <utility>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/fem/search/Box.hpp"

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
  /// @param mine  box around the items of this rank
  /// @note Collective.
  RankBoxes(const base::Communicator& comm, const Box& mine);

  /// Queries every rank whose box contains the point. @note Collective.
  template <class Answer, class Find, class Take>
  void askHolding(gsl::span<const base::Vec3> points, Find&& find, Take&& take) const {
    const std::vector<Box> boxes = around(points);
    ask<Answer>(
        boxes, overlapping(boxes), [&](const Box& box, const auto& reply) { find(box.low, reply); }, take);
  }

  /// Queries every rank whose box overlaps the given box. @note Collective.
  template <class Answer, class Find, class Take>
  void askOverlapping(gsl::span<const Box> boxes, Find&& find, Take&& take) const {
    ask<Answer>(boxes, overlapping(boxes), find, take);
  }

  /// Queries the rank with the nearest box first, and then the ranks whose boxes are within the
  /// distance reach(i), which may depend on the answers taken so far.
  /// @note Collective.
  template <class Answer, class Find, class Take, class Reach>
  void askNear(gsl::span<const base::Vec3> points, Find&& find, Take&& take, Reach&& reach) const {
    const std::vector<int> nearest = nearestRanks(points);
    const std::vector<Box> boxes = around(points);
    const auto find_point = [&](const Box& box, const auto& reply) { find(box.low, reply); };
    Wanted first(boxes_.size()), others(boxes_.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      if (nearest[i] >= 0) first[static_cast<std::size_t>(nearest[i])].push_back(static_cast<int>(i));
    ask<Answer>(boxes, first, find_point, take);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t r = 0; r < boxes_.size(); ++r)
        if (static_cast<int>(r) != nearest[i] && !boxes_[r].isEmpty() && boxes_[r].distanceTo(points[i]) <= reach(i))
          others[r].push_back(static_cast<int>(i));
    ask<Answer>(boxes, others, find_point, take);
  }

 private:
  using Wanted = std::vector<std::vector<int>>;  // [ranks] indices of the points of this rank
  struct Question {
    int number;
    double low[3], high[3];
  };

  /// Returns points as boxes without extent.
  static std::vector<Box> around(gsl::span<const base::Vec3> points);
  Wanted overlapping(gsl::span<const Box> boxes) const;
  std::vector<int> nearestRanks(gsl::span<const base::Vec3> points) const;
  std::vector<std::vector<Question>> asked(gsl::span<const Box> boxes, const Wanted& wanted) const;

  template <class Answer, class Find, class Take>
  void ask(gsl::span<const Box> boxes, const Wanted& wanted, Find&& find, Take&& take) const {
    struct Numbered {
      int number;
      Answer answer;
    };
    std::vector<std::vector<Numbered>> replies(boxes_.size());
    const auto questions = asked(boxes, wanted);
    for (std::size_t r = 0; r < questions.size(); ++r)
      for (const Question& q : questions[r])
        find(Box{base::Vec3(q.low[0], q.low[1], q.low[2]), base::Vec3(q.high[0], q.high[1], q.high[2])},
             [&](const Answer& answer) {
               replies[r].push_back({q.number, answer});
             });
    for (const auto& from_rank : comm_.exchange(replies))
      for (const Numbered& one : from_rank) take(static_cast<std::size_t>(one.number), one.answer);
  }

  base::Communicator comm_;
  std::vector<Box> boxes_;
};

}  // namespace tenon::fem
