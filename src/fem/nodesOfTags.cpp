// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "nodesOfTags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "tenon/base/Error.hpp"

namespace tenon::fem {
namespace {

/// Returns the least and the greatest number of a node in the mesh file. @note Collective.
std::pair<std::int64_t, std::int64_t> rangeOfTags(const mesh::Mesh& mesh) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  for (base::LocalIndex node = 0; node < mesh.layout().numOwned(); ++node) {
    const std::int64_t tag = mesh.nodeTags()[static_cast<std::size_t>(node)];
    least = std::min(least, tag), most = std::max(most, tag);
  }
  return {mesh.comm().min(least), mesh.comm().max(most)};
}

}  // namespace

std::vector<base::GlobalIndex> nodesOfTags(const Domain& domain, const std::vector<std::int64_t>& tags,
                                           const std::string& context) {
  std::vector<std::int64_t> distinct = tags;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const auto place = [&](std::int64_t tag) { return std::lower_bound(distinct.begin(), distinct.end(), tag); };

  // The owner contributes the global number + 1 and the other ranks contribute 0, so that the sum
  // is the value of the owner.
  std::vector<long long> found(distinct.size(), 0);
  for (base::LocalIndex node = 0; node < domain.mesh.layout().numOwned(); ++node) {
    const std::int64_t tag = domain.mesh.nodeTags()[static_cast<std::size_t>(node)];
    const auto at = place(tag);
    if (at != distinct.end() && *at == tag)
      found[static_cast<std::size_t>(at - distinct.begin())] = domain.mesh.layout().global(node).value() + 1LL;
  }
  domain.mesh.comm().sumInPlace(gsl::span<long long>(found));

  std::vector<base::GlobalIndex> nodes;
  nodes.reserve(tags.size());
  for (const std::int64_t tag : tags) {
    const long long number = found[static_cast<std::size_t>(place(tag) - distinct.begin())];
    if (number == 0) {
      const auto [least, most] = rangeOfTags(domain.mesh);
      base::InputError error(
          fmt::format("{}: {} has no node {} that belongs to a cell; its nodes have numbers from {} to {}.", context,
                      domain.object + " (" + domain.mesh.file() + ")", tag, least, most));
      error.markOnAllRanks();
      throw error;
    }
    nodes.emplace_back(static_cast<PetscInt>(number - 1));
  }
  return nodes;
}

}  // namespace tenon::fem
