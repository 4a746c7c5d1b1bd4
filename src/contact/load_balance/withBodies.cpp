#include "withBodies.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "tenon/base/Directory.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

/// Contact in the form in which ranks exchange it.
struct Packed {
  std::int64_t first, second;
  std::array<double, 16> values;
};

Packed packed(const Touch& touch) {
  Packed made{touch.first, touch.second, {}};
  auto at = made.values.begin();
  for (const Vec3* vector :
       {&touch.point.place, &touch.point.normal, &touch.place_on_first, &touch.force, &touch.moment})
    at = std::copy_n(vector->data(), 3, at);
  *at = touch.point.gap;
  return made;
}

Touch unpacked(const Packed& packed) {
  const double* x = packed.values.data();
  return {packed.first, packed.second, {Vec3(x), Vec3(x + 3), x[15]}, Vec3(x + 6), Vec3(x + 9), Vec3(x + 12)};
}

}  // namespace

std::vector<Touch> withBodies(const base::Communicator& comm, const std::vector<RigidBody>& bodies,
                              const std::vector<Touch>& touches) {
  std::vector<base::Directory<int>::Pair> mine;
  for (const RigidBody& body : bodies) mine.push_back({body.number, comm.rank()});
  std::vector<std::int64_t> numbers;
  for (const Touch& touch : touches) numbers.insert(numbers.end(), {touch.first, touch.second});
  const auto ranks = base::Directory<int>(comm, mine).find(numbers);
  std::vector<std::vector<Packed>> outgoing(static_cast<std::size_t>(comm.size()));
  for (std::size_t t = 0; t < touches.size(); ++t) {
    const auto &first = ranks[2 * t], &second = ranks[2 * t + 1];
    if (first) outgoing[static_cast<std::size_t>(*first)].push_back(packed(touches[t]));
    if (second && second != first) outgoing[static_cast<std::size_t>(*second)].push_back(packed(touches[t]));
  }
  std::vector<Touch> arrived;
  for (const auto& from_rank : comm.exchange(outgoing))
    std::transform(from_rank.begin(), from_rank.end(), std::back_inserter(arrived), unpacked);
  return arrived;
}

}  // namespace tenon::contact
