// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "WorkDistribution.hpp"

namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::LocalIndex;

using Numbers = base::Directory<GlobalIndex>;

/// Returns the numbers of bodies in the numbering of the workers, with their numbers in that of the
/// owners as keys.
/// @note Collective.
std::vector<Numbers::KeyValuePair> numbered(const base::Communicator& comm, const std::vector<GlobalIndex>& bodies) {
  GlobalIndex number(comm.exclusiveSum(static_cast<PetscInt>(bodies.size())));
  std::vector<Numbers::KeyValuePair> pairs;
  for (const GlobalIndex body : bodies) {
    pairs.push_back({body.value(), number});
    number = number + 1;
  }
  return pairs;
}

}  // namespace

WorkDistribution::WorkDistribution(const base::Communicator& comm, LocalIndex num_owned,
                                   const std::vector<GlobalIndex>& bodies)
    : comm_(comm),
      num_owned_(static_cast<std::size_t>(num_owned)),
      num_worked_(bodies.size()),
      workers_(num_owned_, comm.rank()),
      sent_(static_cast<std::size_t>(comm.size())),
      received_(static_cast<std::size_t>(comm.size())),
      numbers_(comm, numbered(comm, bodies)) {
  const la::Layout owners(comm, num_owned, {});
  std::vector<std::vector<GlobalIndex>> asked(received_.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto owner = static_cast<std::size_t>(owners.ownerOf(bodies[i]));
    received_[owner].push_back(i);
    asked[owner].push_back(bodies[i]);
  }
  const auto wanted = comm.exchange(asked);
  for (std::size_t rank = 0; rank < wanted.size(); ++rank)
    for (const GlobalIndex body : wanted[rank]) {
      const auto position = static_cast<std::size_t>(owners.local(body));
      sent_[rank].push_back(position);
      workers_[position] = static_cast<int>(rank);
    }
}

std::vector<GlobalIndex> WorkDistribution::numbersOf(const std::vector<GlobalIndex>& bodies) const {
  std::vector<std::int64_t> keys;
  for (const GlobalIndex body : bodies) keys.push_back(body.value());
  std::vector<GlobalIndex> numbers;
  for (const auto& number : numbers_.find(keys)) numbers.push_back(*number);
  return numbers;
}

}  // namespace tenon::contact
