#include "RestMemory.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tenon/base/collectively.hpp"
#include "tenon/la/arrays.hpp"

namespace tenon::analysis {
namespace {

using contact::Rest;

la::Vector vectorOf(const std::vector<double>& entries, Vec like) {
  la::Vector vector = la::like(like);
  la::setEntries(vector.get(), entries);
  return vector;
}

/// Checks that the values are the state and the time of a body, as a checkpoint stores them.
/// @throws FileError otherwise.
void requireRest(double state, double time) {
  if (state >= 0.0 && state <= static_cast<double>(Rest::State::stirs) && state == std::floor(state) && time >= 0.0)
    return;
  throw base::FileError(fmt::format(
      "The checkpoint is damaged: a body with the state {} for {} s is neither moving nor asleep.", state, time));
}

}  // namespace

void RestMemory::hold(const std::vector<Rest>& rests, Vec like) {
  const std::size_t count = la::entriesOf(like).size();
  std::vector<double> rest(count, 0.0), acceleration = rest, urge = rest;
  for (std::size_t b = 0; b < rests.size(); ++b) {
    rest[6 * b] = static_cast<double>(rests[b].state);
    rest[6 * b + 1] = rests[b].time;
    std::copy_n(rests[b].acceleration.data(), 6, acceleration.data() + 6 * b);
    std::copy_n(rests[b].urge.data(), 6, urge.data() + 6 * b);
  }
  rest_ = vectorOf(rest, like), acceleration_ = vectorOf(acceleration, like), urge_ = vectorOf(urge, like);
}

std::vector<Rest> RestMemory::rests(const base::Communicator& comm) const {
  if (!rest_ || !acceleration_ || !urge_) return {};
  const std::vector<double> rest = la::entriesOf(rest_.get()), acceleration = la::entriesOf(acceleration_.get()),
                            urge = la::entriesOf(urge_.get());
  std::vector<Rest> rests(rest.size() / 6);
  base::collectively(comm, [&] {
    for (std::size_t b = 0; b < rests.size(); ++b) requireRest(rest[6 * b], rest[6 * b + 1]);
  });
  for (std::size_t b = 0; b < rests.size(); ++b) {
    rests[b].state = static_cast<Rest::State>(static_cast<int>(rest[6 * b]));
    rests[b].time = rest[6 * b + 1];
    std::copy_n(acceleration.data() + 6 * b, 6, rests[b].acceleration.data());
    std::copy_n(urge.data() + 6 * b, 6, rests[b].urge.data());
  }
  return rests;
}

}  // namespace tenon::analysis
