#pragma once
#include <array>
#include <vector>

#include "tenon/contact/Sleep.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {

/// How bodies have come to rest, as vectors of the unknowns that a checkpoint holds. Those hold nothing before the
/// first step, and where nothing sleeps.
class RestMemory {
 public:
  std::vector<la::Vector*> vectors() { return {&rest_, &acceleration_, &urge_}; }
  /// Of this rank's bodies; none where nothing is held.
  std::vector<contact::Rest> rests() const;
  /// Collective. `like`: any vector of the unknowns.
  void hold(const std::vector<contact::Rest>& rests, Vec like);
  void clear() { rest_ = {}, acceleration_ = {}, urge_ = {}; }

 private:
  la::Vector rest_, acceleration_, urge_;  // [bodies x 6]; in the first one state and time
};

}  // namespace tenon::analysis
