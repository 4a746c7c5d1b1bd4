// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "partitioned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "MeshShare.hpp"
#include "checkShare.hpp"
#include "io/Hdf5File.hpp"
#include "mesh/distribution/exchange.hpp"
#include "mesh/placement/plane.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

/// Reader of one partitioned mesh, which determines the rows of this rank.
class PartitionedReader {
 public:
  PartitionedReader(const base::Communicator& comm, const std::string& path)
      : comm_(comm), path_(path), file_(io::Hdf5File::open(comm, path)) {}

  Mesh read(base::Phases* phases, const Placement& placement, int space) {
    requireFormat();
    MeshShare share;
    attempt([&] {
      base::runInPhase(phases, "read", [&] {
        readOutline();
        share = readShare();
      });
      base::runInPhase(phases, "check", [&] { checkShare(comm_, outline_, share); });
    });
    outline_.placement = placement;
    outline_.space = space;
    requireInPlane(comm_, outline_, share);
    std::optional<Mesh> mesh;
    attempt([&] {
      base::runInPhase(phases, "distribute",
                       [&] { mesh.emplace(assembleMesh(comm_, std::move(outline_), std::move(share))); });
    });
    return std::move(*mesh);
  }

 private:
  struct Rows {
    std::int64_t first, count;
  };

  /// Runs `work` and reports its errors as damage of the file.
  template <class Work>
  void attempt(Work&& work) const {
    try {
      work();
    } catch (const base::Error& error) {
      if (!error.isOnAllRanks() || error.code() == base::ExitCode::internal) throw;
      base::FileError damaged(fmt::format("'{}' is damaged: {}", path_, error.what()));
      damaged.markOnAllRanks();
      throw damaged;
    }
  }

  // Data read outside runCollectively() are the same on all ranks.
  template <class Error = base::FileError>
  [[noreturn]] void fail(const std::string& sentence) const {
    Error error(sentence);
    error.markOnAllRanks();
    throw error;
  }

  void requireFormat() const {
    if (!file_.hasAttribute("/", "format") || file_.textAttribute("/", "format") != "tenon mesh")
      fail<base::InputError>(fmt::format("'{}': this HDF5 file is not a mesh written by 'tenon partition'.", path_));
    if (file_.integerAttribute("/", "version") != 1)
      fail<base::InputError>(fmt::format(
          "'{}': the version of this partitioned mesh is not supported; only version 1 is supported.", path_));
  }

  void readOutline() {
    outline_.file = path_;
    try {
      const auto json = nlohmann::json::parse(file_.readText("/outline"));
      for (const auto& group : json.at("groups")) outline_.groups.push_back({group.at(0), integer(group.at(1))});
      for (const auto& set : json.at("sets")) {
        outline_.group_sets.emplace_back();
        for (const auto& group : set) outline_.group_sets.back().push_back(integer(group));
      }
      for (const auto& name : json.at("types")) outline_.types.push_back(typeOfName(name));
    } catch (const nlohmann::json::exception&) {
      fail("its description cannot be read.");
    }
    const std::int64_t dimension = file_.integerAttribute("/", "dimension");
    outline_.dimension = static_cast<int>(dimension);
    int highest = 0;
    for (const CellType type : outline_.types) highest = std::max(highest, info(type).dimension);
    if (outline_.types.empty() || highest != dimension) fail("its cells do not have the declared dimension.");
    checkOutline();
  }

  int integer(const nlohmann::json& value) const {
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > 1000000)
      fail("its description contains an invalid number where a small integer is expected.");
    return value.get<int>();
  }

  CellType typeOfName(const std::string& name) const {
    for (int type = 0; type < num_cell_types; ++type)
      if (info(static_cast<CellType>(type)).name == name) return static_cast<CellType>(type);
    fail(fmt::format("its description contains the unknown cell type '{}'.", name));
  }

  void checkOutline() const {
    const auto num_groups = static_cast<int>(outline_.groups.size());
    for (auto set : outline_.group_sets) {
      std::sort(set.begin(), set.end());
      if (std::adjacent_find(set.begin(), set.end()) != set.end() || (!set.empty() && set.back() >= num_groups))
        fail("its description contains a set of groups in which a group is missing or occurs twice.");
    }
    auto types = outline_.types;
    std::sort(types.begin(), types.end());
    if (std::adjacent_find(types.begin(), types.end()) != types.end())
      fail("its description contains a cell type twice.");
  }

  /// Returns the first row of each rank among those of `group`, which has rows for each part.
  std::vector<std::int64_t> rankStarts(const std::string& group) const {
    const std::string dataset = group + "/part_starts";
    const auto parts = file_.readRows<std::int64_t>(dataset, 0, file_.rows(dataset));
    const std::int64_t rows = file_.rows(group + "/tags");
    for (const char* name : {"/positions", group == "/nodes" ? "/points" : "/nodes"})
      if (file_.rows(group + name) != rows)
        fail(fmt::format("the number of rows of {} differs from the number of tags.", group + name));
    if (parts.empty() || parts.front() != 0 || parts.back() != rows || !std::is_sorted(parts.begin(), parts.end()))
      fail(fmt::format("the parts of {} do not match the number of rows, {}.", group, rows));
    const auto num_parts = static_cast<std::int64_t>(parts.size()) - 1;
    if (num_parts < comm_.size()) return equalShares(rows, comm_.size());
    std::vector<std::int64_t> starts;
    for (int r = 0; r <= comm_.size(); ++r)
      starts.push_back(parts[static_cast<std::size_t>(num_parts * r / comm_.size())]);
    return starts;
  }

  Rows rowsHere(const std::vector<std::int64_t>& starts) const {
    const auto here = static_cast<std::size_t>(comm_.rank());
    return {starts[here], starts[here + 1] - starts[here]};
  }

  MeshShare readShare() {
    MeshShare share;
    outline_.node_starts = rankStarts("/nodes");
    const Rows rows = rowsHere(outline_.node_starts);
    share.points = file_.readRows<double>("/nodes/points", rows.first, rows.count, 3);
    share.node_tags = file_.readRows<std::int64_t>("/nodes/tags", rows.first, rows.count);
    share.node_positions = file_.readRows<std::int64_t>("/nodes/positions", rows.first, rows.count);
    for (const CellType type : outline_.types) share.cells.push_back(readCells(type));
    return share;
  }

  CellShare readCells(CellType type) const {
    const std::string group = std::string("/cells/") + info(type).name;
    const Rows rows = rowsHere(rankStarts(group));
    CellShare cells;
    cells.nodes = file_.readRows<std::int64_t>(group + "/nodes", rows.first, rows.count, info(type).num_nodes);
    cells.tags = file_.readRows<std::int64_t>(group + "/tags", rows.first, rows.count);
    cells.positions = file_.readRows<std::int64_t>(group + "/positions", rows.first, rows.count);
    cells.group_set = file_.readRows<std::int32_t>(group + "/group_set", rows.first, rows.count);
    if (info(type).dimension == outline_.dimension) cells.parts.assign(cells.numCells(), comm_.rank());
    return cells;
  }

  base::Communicator comm_;
  std::string path_;
  io::Hdf5File file_;
  MeshOutline outline_;
};

}  // namespace

Mesh readPartitioned(const base::Communicator& comm, const std::string& path, base::Phases* phases,
                     const Placement& placement, int space) {
  return PartitionedReader(comm, path).read(phases, placement, space);
}

}  // namespace tenon::mesh
