// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "workload.hpp"

#include <algorithm>
#include <numeric>

namespace tenon::contact {
namespace {

constexpr std::int64_t of_body = 1, of_contact = 2, of_row = 1, of_neighbour = 2;

}  // namespace

double largestLoad(const Neighbourhood& near, const ExactRows& rows, const std::vector<int>& ranks) {
  const base::Communicator& comm = near.layout().comm();
  std::vector<std::int64_t> loads(static_cast<std::size_t>(comm.size()), 0);
  const auto rankOf = [&](LocalIndex body) { return static_cast<std::size_t>(ranks[static_cast<std::size_t>(body)]); };
  for (LocalIndex body = 0; body < near.layout().numOwned(); ++body) loads[rankOf(body)] += of_body;
  for (const auto& contact : near.contacts()) {
    const RigidBody &first = near.bodies()[static_cast<std::size_t>(contact.first)],
                    &second = near.bodies()[static_cast<std::size_t>(contact.second)];
    const std::size_t worker = rankOf(belongsToLower(first, second) ? contact.first : contact.second);
    loads[worker] += of_contact;
    if (!first.isImmobile() && !second.isImmobile() && rankOf(contact.first) != rankOf(contact.second))
      loads[worker] += of_neighbour;
  }
  const auto here = static_cast<std::size_t>(comm.rank());
  std::size_t row = 0;
  for (const int together : rows.blocks) {
    loads[here] += of_row * together;
    for (const auto& part : rows.slopes[row])
      if (rankOf(near.layout().local(part.body)) != here) loads[here] += of_neighbour;
    row += static_cast<std::size_t>(together);
  }
  comm.sumInPlace(gsl::span<std::int64_t>(loads));
  return static_cast<double>(*std::max_element(loads.begin(), loads.end()));
}

std::vector<std::int64_t> weightsOf(const Neighbourhood& near) {
  std::vector<std::int64_t> weights(near.bodies().size(), 0);
  for (const auto& contact : near.contacts()) {
    const auto first = static_cast<std::size_t>(contact.first), second = static_cast<std::size_t>(contact.second);
    const bool first_is_immobile = near.bodies()[first].isImmobile(),
               second_is_immobile = near.bodies()[second].isImmobile();
    if (!first_is_immobile) weights[first] += second_is_immobile ? of_contact : of_contact / 2;
    if (!second_is_immobile) weights[second] += first_is_immobile ? of_contact : of_contact / 2;
  }
  near.halo().addGhostsToOwners<std::int64_t>(weights, 1);
  weights.resize(static_cast<std::size_t>(near.layout().numOwned()));
  for (std::int64_t& weight : weights) weight += of_body;
  return weights;
}

double leastLoad(const base::Communicator& comm, const std::vector<std::int64_t>& weights, const ExactRows& rows) {
  const std::int64_t of_rows = of_row * static_cast<std::int64_t>(rows.size());
  return static_cast<double>(comm.sum(std::accumulate(weights.begin(), weights.end(), of_rows))) / comm.size();
}

}  // namespace tenon::contact
