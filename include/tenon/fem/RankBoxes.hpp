#pragma once
#include <gsl/span>
#include <utility>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/fem/Box.hpp"

namespace tenon::fem {

/// The box around what each rank has of something, and questions about points to the ranks whose boxes matter, and to
/// no other: what searches among things spread over the ranks have in common.
///
/// A search gives `find(x, reply)`, called on the rank that is asked, which calls reply(answer) for everything it finds
/// near x, and `take(i, answer)`, called where point i came from. Answers are plain structs.
class RankBoxes {
 public:
  /// Collective. `mine`: around what this rank has.
  RankBoxes(const base::Communicator& comm, const Box& mine);

  /// Collective. Asks every rank whose box holds the point.
  template <class Answer, class Find, class Take>
  void askHolding(gsl::span<const base::Vec3> points, Find&& find, Take&& take) const {
    ask<Answer>(points, holding(points), find, take);
  }

  /// Collective. Asks the rank with the nearest box, then those whose boxes are no farther than reach(i), which may
  /// depend on what was taken by then.
  template <class Answer, class Find, class Take, class Reach>
  void askNear(gsl::span<const base::Vec3> points, Find&& find, Take&& take, Reach&& reach) const {
    const std::vector<int> nearest = nearestRanks(points);
    Wanted first(boxes_.size()), others(boxes_.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      if (nearest[i] >= 0) first[static_cast<std::size_t>(nearest[i])].push_back(static_cast<int>(i));
    ask<Answer>(points, first, find, take);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t r = 0; r < boxes_.size(); ++r)
        if (static_cast<int>(r) != nearest[i] && !boxes_[r].isEmpty() && boxes_[r].distanceTo(points[i]) <= reach(i))
          others[r].push_back(static_cast<int>(i));
    ask<Answer>(points, others, find, take);
  }

 private:
  using Wanted = std::vector<std::vector<int>>;  // [ranks] numbers of this rank's points
  struct Question {
    int number;
    double x[3];
  };

  Wanted holding(gsl::span<const base::Vec3> points) const;
  std::vector<int> nearestRanks(gsl::span<const base::Vec3> points) const;
  std::vector<std::vector<Question>> asked(gsl::span<const base::Vec3> points, const Wanted& wanted) const;

  template <class Answer, class Find, class Take>
  void ask(gsl::span<const base::Vec3> points, const Wanted& wanted, Find&& find, Take&& take) const {
    struct Numbered {
      int number;
      Answer answer;
    };
    std::vector<std::vector<Numbered>> replies(boxes_.size());
    const auto questions = asked(points, wanted);
    for (std::size_t r = 0; r < questions.size(); ++r)
      for (const Question& q : questions[r])
        find(base::Vec3(q.x[0], q.x[1], q.x[2]), [&](const Answer& answer) {
          replies[r].push_back({q.number, answer});
        });
    for (const auto& from_rank : comm_.exchange(replies))
      for (const Numbered& one : from_rank) take(static_cast<std::size_t>(one.number), one.answer);
  }

  base::Communicator comm_;
  std::vector<Box> boxes_;
};

}  // namespace tenon::fem
