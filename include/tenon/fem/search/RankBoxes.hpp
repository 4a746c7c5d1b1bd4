#pragma once
#include <gsl/span>
#include <utility>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/fem/search/Box.hpp"

namespace tenon::fem {

/// The box around what each rank has of something, and questions about points or boxes to the ranks whose boxes matter,
/// and to no other: what searches among things spread over the ranks have in common.
///
/// A search gives `find(x, reply)`, called on the rank that is asked, which calls reply(answer) for everything it finds
/// at x, and `take(i, answer)`, called where question i came from. Answers are plain structs.
class RankBoxes {
 public:
  /// Collective. `mine`: around what this rank has.
  RankBoxes(const base::Communicator& comm, const Box& mine);

  /// Collective. Asks every rank whose box holds the point.
  template <class Answer, class Find, class Take>
  void askHolding(gsl::span<const base::Vec3> points, Find&& find, Take&& take) const {
    const std::vector<Box> boxes = around(points);
    ask<Answer>(
        boxes, overlapping(boxes), [&](const Box& box, const auto& reply) { find(box.low, reply); }, take);
  }

  /// Collective. Asks every rank whose box overlaps the one in question.
  template <class Answer, class Find, class Take>
  void askOverlapping(gsl::span<const Box> boxes, Find&& find, Take&& take) const {
    ask<Answer>(boxes, overlapping(boxes), find, take);
  }

  /// Collective. Asks the rank with the nearest box, then those whose boxes are no farther than reach(i), which may
  /// depend on what was taken by then.
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
  using Wanted = std::vector<std::vector<int>>;  // [ranks] numbers of this rank's points
  struct Question {
    int number;
    double low[3], high[3];
  };

  /// Points as boxes without extent.
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
