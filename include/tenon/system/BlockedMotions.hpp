#pragma once
#include <memory>
#include <vector>

#include "tenon/constraint/conditions/orthonormalise.hpp"
#include "tenon/la/Projection.hpp"

namespace tenon::system {

/// What the projective conditions of a system take out of it, at one time: held unknowns and oblique directions over
/// all its states.
class BlockedMotions {
 public:
  /// Collective. `states`: all of a system, in its order. InputError where two conditions contradict each other.
  BlockedMotions(std::vector<la::State*> states, std::vector<constraint::Condition*> conditions,
                 constraint::NodeTag tag);

  /// Collective. Moves the conditions to time t and asks them for their values again.
  void setTime(double time);

  /// Held unknowns by state; those that oblique directions hold altogether are among them.
  const std::vector<constraint::HeldUnknowns>& held() const { return held_; }
  /// Rows of the states' unknowns.
  const la::CombinedLayout& layout() const { return layout_; }
  const la::Projection& projection() const { return *projection_; }

  /// Collective. Gives every blocked motion its value: u <- P u + E h + N g, ghosts included.
  void impose() const;

 private:
  constraint::BlockedDirections collect();
  std::vector<la::ConstraintEntry> entriesOf(const constraint::BlockedDirections& directions) const;
  std::vector<char> heldFlags() const;

  std::vector<la::State*> states_;
  std::vector<constraint::Condition*> conditions_;
  constraint::NodeTag tag_;
  la::CombinedLayout layout_;
  std::vector<constraint::HeldUnknowns> held_;
  std::vector<la::ConstraintEntry> directions_;  // N^T, this rank's rows
  std::vector<double> values_;                   // g
  std::unique_ptr<la::Projection> projection_;
};

}  // namespace tenon::system
