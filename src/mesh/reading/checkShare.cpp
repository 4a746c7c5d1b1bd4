// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "checkShare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "io/RowOrder.hpp"
#include "mesh/checks/checks.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

using base::FileError;

void checkPoints(const MeshShare& share) {
  const auto bad = std::find_if_not(share.points.begin(), share.points.end(), isCoordinate);
  if (bad != share.points.end())
    throw FileError(fmt::format("node {} has the invalid coordinate {}.",
                                share.node_tags[static_cast<std::size_t>(bad - share.points.begin()) / 3], *bad));
}

void checkNodes(const MeshOutline& outline, CellType type, const CellShare& cells) {
  const std::int64_t num_nodes = outline.node_starts.back();
  const auto bad =
      std::find_if(cells.nodes.begin(), cells.nodes.end(), [&](auto node) { return node < 0 || node >= num_nodes; });
  if (bad != cells.nodes.end())
    throw FileError(fmt::format("a {} refers to row {} of the nodes, but the number of rows is {}.", info(type).name,
                                *bad, num_nodes));
}

void checkGroups(const MeshOutline& outline, CellType type, const CellShare& cells) {
  std::vector<bool> fits;
  for (const auto& set : outline.group_sets)
    fits.push_back(std::all_of(set.begin(), set.end(), [&](int group) {
      return outline.groups[static_cast<std::size_t>(group)].dimension == info(type).dimension;
    }));
  const auto num_sets = static_cast<std::int32_t>(fits.size());
  std::size_t memberships = 0;
  for (const std::int32_t set : cells.group_set) {
    if (set < 0 || set >= num_sets)
      throw FileError(fmt::format("a {} refers to the group set {}, which does not exist.", info(type).name, set));
    if (!fits[static_cast<std::size_t>(set)])
      throw FileError(fmt::format("a {} belongs to a group of cells of another dimension.", info(type).name));
    memberships += outline.group_sets[static_cast<std::size_t>(set)].size();
  }
  if (memberships > maxMemberships(cells.numCells()))
    throw FileError(fmt::format("cells of the type {} have {} group memberships in total, more than the limit of {}.",
                                info(type).name, memberships, maxMemberships(cells.numCells())));
}

/// Returns the lowest duplicate tag: with one bit for each number in the range of tags if the range
/// is not much larger than their count, otherwise by sorting.
std::optional<std::int64_t> findDuplicate(std::vector<std::int64_t> tags) {
  if (tags.empty()) return std::nullopt;
  const auto [least, largest] = std::minmax_element(tags.begin(), tags.end());
  const auto first = static_cast<std::uint64_t>(*least), range = static_cast<std::uint64_t>(*largest) - first;
  if (range / 64 >= tags.size()) {
    std::sort(tags.begin(), tags.end());
    const auto twice = std::adjacent_find(tags.begin(), tags.end());
    return twice == tags.end() ? std::nullopt : std::optional(*twice);
  }
  std::optional<std::int64_t> twice;
  std::vector<bool> seen(static_cast<std::size_t>(range) + 1, false);
  for (const std::int64_t tag : tags) {
    auto bit = seen[static_cast<std::size_t>(static_cast<std::uint64_t>(tag) - first)];
    if (bit) twice = std::min(tag, twice.value_or(tag));
    bit = true;
  }
  return twice;
}

/// @param tags  in any order, on any rank
/// @throws FileError if a tag occurs twice
/// @note Collective.
void requireDistinct(const base::Communicator& comm, const std::vector<std::int64_t>& tags, const std::string& what) {
  std::vector<std::vector<std::int64_t>> sent(static_cast<std::size_t>(comm.size()));
  for (const std::int64_t tag : tags) sent[static_cast<std::uint64_t>(tag) % sent.size()].push_back(tag);
  std::vector<std::int64_t> here;
  for (const auto& part : comm.exchange(sent)) here.insert(here.end(), part.begin(), part.end());
  base::runCollectively(comm, [&] {
    const auto twice = findDuplicate(std::move(here));
    if (twice) throw FileError(fmt::format("two {} have the tag {}.", what, *twice));
  });
}

/// Verifies that the positions on all ranks are 0, 1, ..., each once. Each rank marks the positions
/// of one interval.
/// @throws FileError otherwise
/// @note Collective.
void requireOrder(const base::Communicator& comm, const std::vector<std::int64_t>& positions, const std::string& what) {
  const auto total = comm.sum(static_cast<std::int64_t>(positions.size()));
  const std::int64_t stretch = total / comm.size() + 1;
  const auto fail = [&](const std::string& sentence) {
    throw FileError(fmt::format("the positions of {} are not a permutation: {}", what, sentence));
  };
  base::runCollectively(comm, [&] {
    for (const std::int64_t position : positions)
      if (position < 0 || position >= total)
        fail(fmt::format("row {} is out of range, because the number of rows is {}.", position, total));
  });
  std::vector<bool> seen(static_cast<std::size_t>(stretch), false);
  const auto mark = [&](const std::vector<std::int64_t>& part) {
    for (const std::int64_t position : part) {
      auto bit = seen[static_cast<std::size_t>(position % stretch)];
      if (bit) fail(fmt::format("row {} occurs twice.", position));
      bit = true;
    }
  };
  std::vector<std::vector<std::int64_t>> parts(static_cast<std::size_t>(comm.size()));
  if (comm.size() > 1) {
    for (const std::int64_t position : positions)
      parts[static_cast<std::size_t>(position / stretch)].push_back(position);
    parts = comm.exchange(parts);
  }
  base::runCollectively(comm, [&] {
    if (comm.size() == 1) mark(positions);
    for (const auto& part : parts) mark(part);
  });
}

/// Returns true if tags equal positions plus a constant, the same everywhere; distinct positions
/// then imply distinct tags.
/// @note Collective.
bool areShifted(const base::Communicator& comm, const std::vector<std::int64_t>& positions,
                const std::vector<std::int64_t>& tags) {
  using Limits = std::numeric_limits<std::int64_t>;
  std::int64_t least = Limits::max(), most = Limits::min();
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const auto shift =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(tags[i]) - static_cast<std::uint64_t>(positions[i]));
    least = std::min(least, shift);
    most = std::max(most, shift);
  }
  return comm.min(least) >= comm.max(most);
}

/// Verifies that positions are 0, 1, ..., and that tags are distinct. In most files tags are
/// positions plus a constant, and in most others they ascend with the positions: then no sorting is
/// needed.
/// @note Collective.
void checkOrder(const base::Communicator& comm, const std::vector<std::int64_t>& positions,
                const std::vector<std::int64_t>& tags, const std::string& what) {
  requireOrder(comm, positions, what);
  if (areShifted(comm, positions, tags)) return;
  const io::RowOrder order(comm, positions, comm.sum(static_cast<std::int64_t>(positions.size())));
  const std::vector<std::int64_t> ordered = order.arrange(tags);
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  bool ascend = std::adjacent_find(ordered.begin(), ordered.end(), std::greater_equal<>()) == ordered.end();
  std::int64_t last = none;  // last tag of the preceding ranks
  const auto ends = comm.gather(ordered.empty() ? none : ordered.back());
  for (int rank = 0; rank < comm.rank(); ++rank) last = std::max(last, ends[static_cast<std::size_t>(rank)]);
  ascend = ascend && (ordered.empty() || last == none || last < ordered.front());
  if (!comm.all(ascend)) requireDistinct(comm, tags, what);
}

}  // namespace

void checkShare(const base::Communicator& comm, const MeshOutline& outline, const MeshShare& share) {
  base::runCollectively(comm, [&] {
    checkPoints(share);
    for (std::size_t b = 0; b < outline.types.size(); ++b) {
      checkNodes(outline, outline.types[b], share.cells[b]);
      checkGroups(outline, outline.types[b], share.cells[b]);
    }
  });
  checkOrder(comm, share.node_positions, share.node_tags, "nodes");
  for (std::size_t b = 0; b < outline.types.size(); ++b)
    checkOrder(comm, share.cells[b].positions, share.cells[b].tags,
               fmt::format("cells of the type {}", info(outline.types[b]).name));
}

}  // namespace tenon::mesh
