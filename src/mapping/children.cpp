#include "children.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tenon::mapping {
namespace {

constexpr std::size_t most_named = 10;

struct NamedNode {
  std::int64_t position, tag;
  std::array<double, 3> place;
};

}  // namespace

std::vector<base::Vec3> ownedPlaces(const fem::Domain& domain) {
  std::vector<base::Vec3> places;
  for (LocalIndex node = 0; node < domain.mesh.layout().numOwned(); ++node)
    places.emplace_back(domain.mesh.points().data() + 3 * static_cast<std::size_t>(node));
  return places;
}

OwnNodes::OwnNodes(const fem::Domain& domain, const std::vector<LocalIndex>& nodes)
    : num_global_(domain.mesh.comm().sum(static_cast<long>(nodes.size()))) {
  const auto isEarlier = [](const NamedNode& a, const NamedNode& b) { return a.position < b.position; };
  const auto keepFirst = [&](std::vector<NamedNode> list) {
    const std::size_t kept = std::min(most_named, list.size());
    std::partial_sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(kept), list.end(), isEarlier);
    list.resize(kept);
    return list;
  };
  std::vector<NamedNode> mine;
  for (const LocalIndex node : nodes) {
    const auto at = static_cast<std::size_t>(node);
    const double* x = domain.mesh.points().data() + 3 * at;
    mine.push_back({domain.mesh.nodePositions()[at], domain.mesh.nodeTags()[at], {x[0], x[1], x[2]}});
  }
  const auto first = keepFirst(domain.mesh.comm().gatherAll(keepFirst(std::move(mine))));
  for (const NamedNode& node : first)
    first_ones_ += fmt::format("{}node {} at ({:.6g}, {:.6g}, {:.6g})", first_ones_.empty() ? "" : ", ", node.tag,
                               node.place[0], node.place[1], node.place[2]);
  if (static_cast<std::size_t>(num_global_) > first.size())
    first_ones_ += fmt::format(", and {} more", static_cast<std::size_t>(num_global_) - first.size());
}

}  // namespace tenon::mapping
