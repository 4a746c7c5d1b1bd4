// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SleepStates.hpp"

#include <fmt/format.h>

#include <cmath>

#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using contact::SleepState;

la::Vector vectorOf(const std::vector<double>& entries, Vec like) {
  la::Vector vector = la::makeZeroLike(like);
  la::setEntries(vector.get(), entries);
  return vector;
}

/// Checks that the values are the state and the time of a body, as a checkpoint stores them.
/// @throws FileError otherwise
void requireRest(double state, double time) {
  if (state >= 0.0 && state <= static_cast<double>(SleepState::Phase::waking) && state == std::floor(state) &&
      time >= 0.0)
    return;
  throw base::FileError(fmt::format(
      "The checkpoint is damaged: it contains a body with the invalid sleep state {} (for {} s).", state, time));
}

}  // namespace

void SleepStates::store(const std::vector<SleepState>& rests, Vec like) {
  const std::size_t count = la::entriesOf(like).size();
  std::vector<double> rest(count, 0.0), acceleration = rest, accumulated_velocity = rest;
  for (std::size_t b = 0; b < rests.size(); ++b) {
    rest[6 * b] = static_cast<double>(rests[b].phase);
    rest[6 * b + 1] = rests[b].time;
    std::copy_n(rests[b].acceleration.data(), 6, acceleration.data() + 6 * b);
    std::copy_n(rests[b].accumulated_velocity.data(), 6, accumulated_velocity.data() + 6 * b);
  }
  rest_ = vectorOf(rest, like), acceleration_ = vectorOf(acceleration, like),
  urge_ = vectorOf(accumulated_velocity, like);
}

std::vector<SleepState> SleepStates::rests(const base::Communicator& comm) const {
  if (!rest_ || !acceleration_ || !urge_) return {};
  const std::vector<double> rest = la::entriesOf(rest_.get()), acceleration = la::entriesOf(acceleration_.get()),
                            accumulated_velocity = la::entriesOf(urge_.get());
  std::vector<SleepState> rests(rest.size() / 6);
  base::runCollectively(comm, [&] {
    for (std::size_t b = 0; b < rests.size(); ++b) requireRest(rest[6 * b], rest[6 * b + 1]);
  });
  for (std::size_t b = 0; b < rests.size(); ++b) {
    rests[b].phase = static_cast<SleepState::Phase>(static_cast<int>(rest[6 * b]));
    rests[b].time = rest[6 * b + 1];
    std::copy_n(acceleration.data() + 6 * b, 6, rests[b].acceleration.data());
    std::copy_n(accumulated_velocity.data() + 6 * b, 6, rests[b].accumulated_velocity.data());
  }
  return rests;
}

}  // namespace tenon::analysis
