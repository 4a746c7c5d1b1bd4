// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ResultFile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bodyContactTable.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

std::string fileName(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

io::XdmfField::Kind kindOf(int columns) {
  if (columns == 1) return io::XdmfField::Kind::scalar;
  return columns == 9 ? io::XdmfField::Kind::tensor : io::XdmfField::Kind::vector;
}

std::vector<std::string> childrenOf(const io::Hdf5File& file, const std::string& group) {
  return file.exists(group) ? file.children(group) : std::vector<std::string>{};
}

std::vector<std::string> datasetsOf(const io::Hdf5File& file, const std::string& group) {
  return file.exists(group) ? file.datasets(group) : std::vector<std::string>{};
}

/// Returns the groups that contain the multipliers of a constraint, whose name may contain '/'.
std::set<std::string> multipliersOf(const io::Hdf5File& file) {
  const std::string parent = "/constraints/", end = "/multipliers/";
  std::set<std::string> groups;
  for (const std::string& dataset : datasetsOf(file, "/constraints")) {
    const std::size_t at = dataset.rfind(end);
    if (at != std::string::npos) groups.insert(parent + dataset.substr(0, at) + end);
  }
  return groups;
}

/// Returns rows as stored: vectors with 3 components, symmetric tensors with 9.
std::vector<double> widened(const std::vector<double>& values, int columns, int& stored_columns) {
  static const std::vector<int> vector_from{0, 1, -1}, tensor_from{0, 3, 5, 3, 1, 4, 5, 4, 2}, none;
  const std::vector<int>& from = columns == 2 ? vector_from : columns == 6 ? tensor_from : none;
  stored_columns = from.empty() ? columns : static_cast<int>(from.size());
  if (from.empty()) return values;
  const std::size_t rows = values.size() / static_cast<std::size_t>(columns);
  std::vector<double> wide(rows * from.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t j = 0; j < from.size(); ++j)
      wide[row * from.size() + j] =
          from[j] < 0 ? 0.0 : values[row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(from[j])];
  return wide;
}

/// Returns the nodes of owned cells as indices into the mesh file, in VTK's order.
std::vector<std::int64_t> vtkCells(const mesh::Mesh& mesh, const mesh::CellBlock& block) {
  const auto& cell_type = mesh::info(block.type);
  std::vector<std::int64_t> cells;
  cells.reserve(static_cast<std::size_t>(block.num_owned * cell_type.num_nodes));
  for (LocalIndex cell = 0; cell < block.num_owned; ++cell)
    for (int k = 0; k < cell_type.num_nodes; ++k) {
      const int from = cell_type.vtk_order.empty() ? k : cell_type.vtk_order[static_cast<std::size_t>(k)];
      cells.push_back(mesh.nodePositions()[static_cast<std::size_t>(block.nodesOf(cell)[from])]);
    }
  return cells;
}

template <class T>
gsl::span<const T> ownedPart(gsl::span<const T> local, LocalIndex num_owned, int columns = 1) {
  return local.first(static_cast<std::size_t>(num_owned) * static_cast<std::size_t>(columns));
}

}  // namespace

ResultFile::ResultFile(const base::Communicator& comm, const std::string& stem, io::PartialFile::Use use)
    : comm_(comm), stem_(stem), file_(io::Hdf5File::create(comm, stem + ".h5", use)) {
  listings_.push_back({stem + ".xdmf", io::XdmfSeries(fileName(stem) + ".h5")});
}

void ResultFile::addMesh(const std::string& object, const mesh::Mesh& mesh) {
  const LocalIndex num_owned = mesh.layout().numOwned();
  objects_.push_back(
      {object, io::RowOrder(comm_, ownedPart(mesh.nodePositions(), num_owned), mesh.layout().numGlobal()), {}, {}});
  ObjectOutput& added = objects_.back();
  const std::string path = "/meshes/" + object;
  file_.writeRows(path + "/points", added.nodes.arrange(ownedPart(mesh.points(), num_owned, 3), 3), 3);
  file_.writeRows(path + "/tags", added.nodes.arrange(ownedPart(mesh.nodeTags(), num_owned)));
  for (std::size_t i = 0; i < mesh.blocks().size(); ++i)
    if (mesh::info(mesh.blocks()[i].type).dimension == mesh.dimension()) writeBlock(added, mesh, i);
}

void ResultFile::addMeshTable(const std::string& object, const std::string& table, const std::vector<double>& owned,
                              int columns) {
  const auto found =
      std::find_if(objects_.begin(), objects_.end(), [&](const ObjectOutput& one) { return one.name == object; });
  base::ensure(found != objects_.end(), "There is no mesh of '" + object + "' in the results.");
  file_.writeRows("/meshes/" + object + "/" + table, found->nodes.arrange(owned, columns), columns);
}

void ResultFile::addMeshTable(const std::string& object, const std::string& table,
                              const std::vector<base::Vec3>& of_root) {
  std::vector<double> rows;
  if (comm_.isRoot())
    for (const base::Vec3& x : of_root) rows.insert(rows.end(), x.data(), x.data() + 3);
  file_.writeRows("/meshes/" + object + "/" + table, rows, 3);
}

void ResultFile::writeBlock(ObjectOutput& object, const mesh::Mesh& mesh, std::size_t index) {
  const mesh::CellBlock& block = mesh.blocks()[index];
  const auto& cell_type = mesh::info(block.type);
  const std::int64_t num_cells = comm_.sum(static_cast<long>(block.num_owned));
  const std::string path = "/meshes/" + object.name + "/" + cell_type.name;

  io::XdmfGrid grid;
  grid.name = fmt::format("{} {}", object.name, cell_type.name);
  grid.topology = cell_type.xdmf_topology;
  grid.num_cells = num_cells;
  grid.nodes_per_cell = cell_type.num_nodes;
  grid.cells_path = path + "/cells";
  grid.num_points = mesh.layout().numGlobal();
  grid.points_path = "/meshes/" + object.name + "/points";
  const gsl::span<const std::int64_t> positions(block.positions);
  object.blocks.push_back(
      {index, cell_type.name, io::RowOrder(comm_, ownedPart(positions, block.num_owned), num_cells), grid, {}});

  const io::RowOrder& order = object.blocks.back().order;
  file_.writeRows(grid.cells_path, order.arrange(vtkCells(mesh, block), cell_type.num_nodes), cell_type.num_nodes);
  file_.writeRows(path + "/tags", order.arrange(ownedPart(gsl::span<const std::int64_t>(block.tags), block.num_owned)));
}

void ResultFile::beginStep(double time) {
  endStep();
  step_path_ = fmt::format("/steps/{:04d}", num_steps_++);
  time_ = time;
  in_step_ = true;
}

void ResultFile::endStep() {
  if (!in_step_) return;
  io::XdmfStep step{time_, {}};
  for (auto& object : objects_) {
    for (auto& block : object.blocks) {
      io::XdmfGrid grid = block.grid;
      grid.fields = object.fields;
      grid.fields.insert(grid.fields.end(), block.fields.begin(), block.fields.end());
      step.grids.push_back(std::move(grid));
      block.fields.clear();
    }
    object.fields.clear();
  }
  file_.createGroup(step_path_);  // Needed if no field is written.
  file_.writeAttribute(step_path_, "time", time_);
  if (comm_.isRoot()) listStep(step);
  in_step_ = false;
}

void ResultFile::listStep(const io::XdmfStep& step) {
  const auto& grids = step.grids;
  const bool is_first = listings_.front().series.numSteps() == 0;
  for (std::size_t g = 0; g < grids.size() && grids.size() > 1 && is_first; ++g) {
    std::string name = grids[g].name;  // "<object> <cell type>"
    name[name.rfind(' ')] = '.';
    listings_.push_back({fmt::format("{}.{}.xdmf", stem_, name), io::XdmfSeries(fileName(stem_) + ".h5")});
  }
  listings_.front().series.append(step);
  for (std::size_t g = 0; g + 1 < listings_.size(); ++g) listings_[g + 1].series.append({step.time, {grids[g]}});
}

void ResultFile::writeNodes(const std::string& object, const std::string& field, const std::vector<double>& owned,
                            int columns) {
  ObjectOutput& target = find(object);
  int stored = 0;
  const auto rows = widened(owned, columns, stored);
  const std::string path = fmt::format("{}/{}/{}", step_path_, object, field);
  file_.writeRows(path, target.nodes.arrange(rows, stored), stored);
  target.fields.push_back({field, kindOf(stored), io::XdmfField::Center::node, path});
}

void ResultFile::writeCells(const std::string& object, const std::string& field,
                            const std::vector<std::vector<double>>& owned, int columns) {
  for (CellBlockOutput& block : find(object).blocks) {
    int stored = 0;
    const auto rows = widened(owned[block.index], columns, stored);
    const std::string path = fmt::format("{}/{}/{}/{}", step_path_, object, block.type, field);
    file_.writeRows(path, block.order.arrange(rows, stored), stored);
    block.fields.push_back({field, kindOf(stored), io::XdmfField::Center::cell, path});
  }
}

int ResultFile::copySteps(const io::Hdf5File& earlier, double before) {
  requireSameMeshes(earlier);
  std::vector<std::pair<double, std::string>> steps;
  for (const std::string& step : childrenOf(earlier, "/steps")) {
    const double time = earlier.numberAttribute("/steps/" + step, "time");
    if (time < before) steps.emplace_back(time, step);
  }
  std::sort(steps.begin(), steps.end());
  const std::set<std::string> multipliers = multipliersOf(earlier);
  for (const auto& [time, step] : steps) {
    beginStep(time);
    for (ObjectOutput& object : objects_) copyFields(earlier, "/steps/" + step, object);
    if (earlier.exists("/contacts/" + step))
      copyBodyContacts(earlier, "/contacts/" + step, file_, "/contacts/" + stepName());
    for (const std::string& group : multipliers) {
      int columns = 1;
      if (earlier.exists(group + step)) copyRows(earlier, group + step, group + stepName(), columns);
    }
  }
  endStep();
  return static_cast<int>(steps.size());
}

void ResultFile::requireSameMeshes(const io::Hdf5File& earlier) const {
  for (const ObjectOutput& object : objects_)
    for (const CellBlockOutput& block : object.blocks) {
      const bool is_same = earlier.exists(block.grid.points_path) && earlier.exists(block.grid.cells_path) &&
                           earlier.rows(block.grid.points_path) == block.grid.num_points &&
                           earlier.rows(block.grid.cells_path) == block.grid.num_cells;
      base::runCollectively(comm_, [&] {
        if (!is_same)
          throw base::InputError(
              fmt::format("The results in '{}' belong to another case, because the mesh of '{}' differs. Move this "
                          "file; the results of the remaining steps are then written to a separate file.",
                          earlier.path(), object.name));
      });
    }
}

void ResultFile::copyFields(const io::Hdf5File& earlier, const std::string& step, ObjectOutput& object) {
  const std::string from = step + "/" + object.name, to = step_path_ + "/" + object.name;
  const auto copy = [&](const std::string& path, const std::string& field, io::XdmfField::Center center) {
    int columns = 1;
    const std::string copied = copyRows(earlier, from + path, to + path, columns);
    return io::XdmfField{field, kindOf(columns), center, copied};
  };
  // "force_<constraint>" may contain '/'.
  for (const std::string& name : datasetsOf(earlier, from)) {
    const std::size_t slash = name.find('/');
    const auto block = std::find_if(object.blocks.begin(), object.blocks.end(), [&](const CellBlockOutput& candidate) {
      return candidate.type == name.substr(0, slash);
    });
    if (slash == std::string::npos || block == object.blocks.end())
      object.fields.push_back(copy("/" + name, name, io::XdmfField::Center::node));
    else
      block->fields.push_back(copy("/" + name, name.substr(slash + 1), io::XdmfField::Center::cell));
  }
}

std::string ResultFile::copyRows(const io::Hdf5File& earlier, const std::string& from, const std::string& to,
                                 int& columns) {
  columns = earlier.columns(from);
  file_.writeRows(to, earlier.readShare<double>(from, columns), columns);
  return to;
}

ResultFile::ObjectOutput& ResultFile::find(const std::string& object) {
  for (auto& candidate : objects_)
    if (candidate.name == object) return candidate;
  throw base::InternalError(fmt::format("The result file has no object '{}'.", object));
}

ResultFile::~ResultFile() {
  if (!comm_.isRoot() || !file_.isPublished() || num_listed_ == num_flushed_) return;
  try {
    std::vector<io::PartialFile> texts;
    for (const io::NamedText& text : xdmfTexts(num_flushed_)) texts.push_back(io::prepareTextFile(text));
    std::vector<io::PartialFile*> files;
    for (io::PartialFile& text : texts) files.push_back(&text);
    io::publish(files);
  } catch (const std::exception&) {  // The older listing is kept, whose steps all exist.
  }
}

void ResultFile::commit(const std::vector<io::NamedText>& beside, const std::vector<io::PartialFile*>& others) {
  endStep();
  std::vector<io::NamedText> texts = xdmfTexts(static_cast<std::size_t>(num_steps_));
  texts.insert(texts.end(), beside.begin(), beside.end());
  file_.commit(texts, others);
  num_flushed_ = num_listed_ = static_cast<std::size_t>(num_steps_);
}

void ResultFile::flush(const std::vector<io::PartialFile*>& others) {
  endStep();
  const auto num_steps = static_cast<std::size_t>(num_steps_);
  const bool is_due = !file_.isPublished() || num_steps > num_listed_ + num_listed_ / 8;
  file_.flush(is_due ? xdmfTexts(num_steps) : std::vector<io::NamedText>{}, others);
  num_flushed_ = num_steps;
  if (is_due) num_listed_ = num_steps;
}

/// Returns the XDMF texts on the root; other ranks have none.
std::vector<io::NamedText> ResultFile::xdmfTexts(std::size_t num_steps) const {
  std::vector<io::NamedText> texts;
  if (!comm_.isRoot()) return texts;
  for (const Listing& listing : listings_) texts.push_back({listing.path, listing.series.text(num_steps)});
  return texts;
}

}  // namespace tenon::simulation
