// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "contact/Sleep.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::analysis {

/// Sleep states of bodies, as vectors over the unknowns for checkpoints. The vectors are empty
/// before the first step and if no bodies may sleep.
class SleepStates {
 public:
  std::vector<Stepper::RestartData::VectorReference> vectors() {
    return {{"rest", &rest_, true}, {"rest_acceleration", &acceleration_, true}, {"rest_urge", &urge_, true}};
  }
  /// Returns the sleep states of the bodies of this rank; none if the vectors are empty.
  /// @throws FileError if the vectors contain no sleep states
  /// @note Collective.
  std::vector<contact::SleepState> rests(const base::Communicator& comm) const;
  /// Stores sleep states. @param like any vector over the unknowns. @note Collective.
  void store(const std::vector<contact::SleepState>& rests, Vec like);
  void clear() { rest_ = {}, acceleration_ = {}, urge_ = {}; }

 private:
  la::Vector rest_, acceleration_, urge_;  // [bodies x 6]; rest_ contains state and time
};

}  // namespace tenon::analysis
