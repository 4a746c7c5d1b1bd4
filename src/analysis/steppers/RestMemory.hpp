#pragma once
#include <array>
#include <vector>

#include "tenon/analysis/Stepper.hpp"
#include "tenon/contact/Sleep.hpp"

namespace tenon::analysis {

/// How bodies have come to rest, as vectors of the unknowns that a checkpoint holds. Those hold nothing before the
/// first step, and where nothing sleeps.
class RestMemory {
 public:
  std::vector<Stepper::Memory::Entry> vectors() {
    return {{"rest", &rest_, true}, {"rest_acceleration", &acceleration_, true}, {"rest_urge", &urge_, true}};
  }
  /// Returns the rests of this rank's bodies; none if nothing is held. Collective.
  /// @throws FileError if the vectors are no rests.
  std::vector<contact::Rest> rests(const base::Communicator& comm) const;
  /// Collective. `like`: any vector of the unknowns.
  void hold(const std::vector<contact::Rest>& rests, Vec like);
  void clear() { rest_ = {}, acceleration_ = {}, urge_ = {}; }

 private:
  la::Vector rest_, acceleration_, urge_;  // [bodies x 6]; in the first one state and time
};

}  // namespace tenon::analysis
