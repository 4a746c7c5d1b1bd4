// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "migrateToBodies.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/Directory.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

/// Contact in the form in which ranks exchange it.
struct Packed {
  std::int64_t first, second;
  std::array<double, 16> values;
};

Packed packed(const ContactRecord& record) {
  Packed made{record.first, record.second, {}};
  auto at = made.values.begin();
  for (const Vec3* vector :
       {&record.point.position, &record.point.normal, &record.position_on_first, &record.force, &record.moment})
    at = std::copy_n(vector->data(), 3, at);
  *at = record.point.gap;
  return made;
}

ContactRecord unpacked(const Packed& packed) {
  const double* x = packed.values.data();
  return {packed.first, packed.second, {Vec3(x), Vec3(x + 3), x[15]}, Vec3(x + 6), Vec3(x + 9), Vec3(x + 12)};
}

}  // namespace

std::vector<ContactRecord> migrateToBodies(const base::Communicator& comm, const std::vector<RigidBody>& bodies,
                                           const std::vector<ContactRecord>& records) {
  std::vector<base::Directory<int>::KeyValuePair> mine;
  for (const RigidBody& body : bodies) mine.push_back({body.number, comm.rank()});
  std::vector<std::int64_t> numbers;
  for (const ContactRecord& record : records) numbers.insert(numbers.end(), {record.first, record.second});
  const auto ranks = base::Directory<int>(comm, mine).find(numbers);
  std::vector<std::vector<Packed>> outgoing(static_cast<std::size_t>(comm.size()));
  for (std::size_t t = 0; t < records.size(); ++t) {
    const auto &first = ranks[2 * t], &second = ranks[2 * t + 1];
    if (first) outgoing[static_cast<std::size_t>(*first)].push_back(packed(records[t]));
    if (second && second != first) outgoing[static_cast<std::size_t>(*second)].push_back(packed(records[t]));
  }
  std::vector<ContactRecord> arrived;
  for (const auto& from_rank : comm.exchange(outgoing))
    std::transform(from_rank.begin(), from_rank.end(), std::back_inserter(arrived), unpacked);
  return arrived;
}

}  // namespace tenon::contact
