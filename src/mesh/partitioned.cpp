#include "tenon/mesh/partitioned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "MeshShare.hpp"
#include "exchange.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/io/Hdf5File.hpp"

namespace tenon::mesh {
namespace {

/// Reads one partitioned mesh; knows which rows fall to this rank.
class PartitionedReader {
 public:
  PartitionedReader(const base::Communicator& comm, const std::string& path)
      : comm_(comm), path_(path), file_(io::Hdf5File::open(comm, path)) {}

  Mesh read() {
    readOutline();
    MeshShare share;
    outline_.node_starts = rankStarts("/nodes");
    const Rows rows = rowsHere(outline_.node_starts);
    share.points = file_.readRows<double>("/nodes/points", rows.first, rows.count, 3);
    share.node_tags = file_.readRows<std::int64_t>("/nodes/tags", rows.first, rows.count);
    share.node_positions = file_.readRows<std::int64_t>("/nodes/positions", rows.first, rows.count);
    for (const CellType type : outline_.types) share.cells.push_back(readCells(type));
    base::collectively(comm_, [&] { check(share); });
    return assembleMesh(comm_, std::move(outline_), std::move(share));
  }

 private:
  struct Rows {
    std::int64_t first, count;
  };

  [[noreturn]] void fail(const std::string& sentence) const {
    base::InputError error(fmt::format("'{}': {}", path_, sentence));
    error.markOnAllRanks();  // what is read outside of collectively() is the same on all
    throw error;
  }

  void readOutline() {
    if (!file_.hasAttribute("/", "format") || file_.textAttribute("/", "format") != "tenon mesh")
      fail("this HDF5 file is not a mesh written by 'tenon partition'.");
    if (file_.integerAttribute("/", "version") != 1)
      fail("the version of this partitioned mesh is not supported, only 1.");
    const auto json = nlohmann::json::parse(file_.readText("/outline"), nullptr, false);
    if (json.is_discarded()) fail("its outline is damaged.");
    outline_.file = path_;
    outline_.dimension = static_cast<int>(file_.integerAttribute("/", "dimension"));
    try {
      for (const auto& group : json.at("groups")) outline_.groups.push_back({group.at(0), group.at(1)});
      outline_.group_sets = json.at("sets").get<std::vector<std::vector<int>>>();
      for (const auto& name : json.at("types")) outline_.types.push_back(typeOfName(name));
    } catch (const nlohmann::json::exception&) {
      fail("its outline is damaged.");
    }
    checkOutline();
  }

  CellType typeOfName(const std::string& name) const {
    for (int type = 0; type < num_cell_types; ++type)
      if (info(static_cast<CellType>(type)).name == name) return static_cast<CellType>(type);
    fail(fmt::format("its outline names an unknown type of cell '{}'.", name));
  }

  void checkOutline() const {
    const auto num_groups = static_cast<int>(outline_.groups.size());
    for (const auto& set : outline_.group_sets)
      for (const int group : set)
        if (group < 0 || group >= num_groups) fail("its outline is damaged.");
    int highest = 0;
    for (const CellType type : outline_.types) highest = std::max(highest, info(type).dimension);
    if (outline_.types.empty() || highest != outline_.dimension) fail("its cells do not have the dimension it claims.");
  }

  /// First row of each rank among those of `group`, which has rows for each part.
  std::vector<std::int64_t> rankStarts(const std::string& group) const {
    const std::string dataset = group + "/part_starts";
    const auto parts = file_.readRows<std::int64_t>(dataset, 0, file_.rows(dataset));
    const std::int64_t rows = file_.rows(group + "/tags");
    if (parts.empty() || parts.front() != 0 || parts.back() != rows || !std::is_sorted(parts.begin(), parts.end()))
      fail(fmt::format("the parts of {} do not fit its {} rows.", group, rows));
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

  void check(const MeshShare& share) const {
    const auto num_sets = static_cast<std::int32_t>(outline_.group_sets.size());
    for (const CellShare& cells : share.cells) {
      for (const std::int64_t node : cells.nodes)
        if (node < 0 || node >= outline_.node_starts.back())
          fail(fmt::format("a cell names the node in row {}, which does not exist.", node));
      for (const std::int32_t set : cells.group_set)
        if (set < 0 || set >= num_sets) fail("a cell names a set of groups that does not exist.");
    }
  }

  base::Communicator comm_;
  std::string path_;
  io::Hdf5File file_;
  MeshOutline outline_;
};

}  // namespace

Mesh readPartitioned(const base::Communicator& comm, const std::string& path) {
  return PartitionedReader(comm, path).read();
}

}  // namespace tenon::mesh
