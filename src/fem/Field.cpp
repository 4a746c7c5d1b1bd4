// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/ParameterValues.hpp"
#include "fieldCsv.hpp"
#include "fieldHdf5.hpp"

namespace tenon::fem {
namespace {

const std::vector<std::string> axes{"x", "y", "z"};

/// Returns the path in a case file, which is relative to the folder of the file.
std::string pathIn(const base::CaseNode& node) {
  const std::filesystem::path folder = node.folder();
  return (folder / node.text()).lexically_normal().string();
}

/// Reads the entries of a field that is given by a file. Returns false for other fields.
bool readFile(const base::CaseNode& node, FieldSource& source) {
  if (node.has("csv")) {
    node.requireKnownKeys({"csv"});
    source.csv = pathIn(node["csv"]);
  } else if (node.has("hdf5")) {
    node.requireKnownKeys({"hdf5", "nodes", "elements"});
    source.hdf5 = pathIn(node["hdf5"]);
    source.is_elementwise = node.has("elements");
    if (source.is_elementwise == node.has("nodes"))
      node.fail("`hdf5` requires the name of a dataset, specified as either `nodes` or `elements`.");
    source.dataset = node[source.is_elementwise ? "elements" : "nodes"].text();
  }
  return source.isFile();
}

std::string printed(const FieldSource& source, const char* separator) {
  if (!source.isGiven()) return "(none)";
  if (source.isFile()) return source.csv.empty() ? source.hdf5 + ":" + source.dataset : source.csv;
  std::string text;
  for (const auto& component : source.components)
    if (component) text += (text.empty() ? "" : separator) + component->text();
  return text;
}

}  // namespace

void readValue(const base::CaseNode& node, VectorSource& source) {
  source = VectorSource();
  if (readFile(node, source)) return;
  if (node.isMap()) {
    node.requireKnownKeys(axes);
    for (std::size_t i = 0; i < 3; ++i)
      if (node.has(axes[i])) source.components[i] = base::Expression::read(node[axes[i]]);
  } else {
    const auto items = node.components("entries");
    for (std::size_t i = 0; i < items.size(); ++i) source.components[i] = base::Expression::read(items[i]);
  }
}

void readValue(const base::CaseNode& node, ScalarSource& source) {
  source = ScalarSource();
  if (!readFile(node, source)) source.components[0] = base::Expression::read(node);
  const base::CellChange* change = node.parameters() != nullptr ? node.parameters()->changeAt(node.path()) : nullptr;
  if (change != nullptr) source.change = *change;
}

std::string printValue(const VectorSource& source) {
  return !source.isFile() && source.isGiven() ? "[" + printed(source, ", ") + "]" : printed(source, ", ");
}

std::string printValue(const ScalarSource& source) {
  return printed(source, "");
}

namespace {

/// Returns the cells of a region. The slots of each block begin at the entry of the block in
/// `first`.
CsvTargets elementsOfCsv(const Domain& domain, const Region& region, std::vector<std::size_t>& first) {
  CsvTargets kind{"element", {}, 0};
  first.assign(domain.mesh.blocks().size(), 0);
  for (const RegionPart& part : region.parts()) {
    first[static_cast<std::size_t>(part.block())] = kind.num_slots;
    for (LocalIndex i = 0; i < part.numCells(); ++i) {
      const auto cell = static_cast<std::size_t>(part.cell(i));
      kind.targets.push_back({part.cells().tags[cell], kind.num_slots + cell, i < part.numOwned()});
    }
    kind.num_slots += part.cells().tags.size();
  }
  return kind;
}

}  // namespace

Field::Field(const VectorSource& source, const Domain& domain, const Region& region, const std::string& context)
    : Field(source, axes, domain, nodesOf(region), &region, context) {
  requireInPlane(context);
}

Field::Field(const ScalarSource& source, const Domain& domain, const Region& region, const std::string& context)
    : Field(source, {"value"}, domain, nodesOf(region), &region, context) {}

Field::Field(const VectorSource& source, const Domain& domain, const std::vector<LocalIndex>& nodes,
             const std::string& context)
    : Field(source, axes, domain, nodes, nullptr, context) {
  requireInPlane(context);
}

Field::Field(const FieldSource& source, const std::vector<std::string>& columns, const Domain& domain,
             const std::vector<LocalIndex>& nodes, const Region* region, const std::string& context)
    : source_(source), domain_(domain) {
  for (std::size_t i = 0; i < 3; ++i) given_[i] = source.components[i].has_value();
  if (!source.csv.empty()) {
    std::vector<CsvTargets> kinds{nodesOfCsv(domain, nodes)};
    if (region != nullptr) kinds.push_back(elementsOfCsv(domain, *region, block_offsets_));
    FieldCsv csv = readFieldCsv(domain.mesh.comm(), source.csv, columns, std::move(kinds), context);
    given_ = csv.has_column;
    (csv.kind == 0 ? nodal_ : cell_values_) = std::move(csv.values);
  } else if (!source.hdf5.empty()) {
    readHdf5(columns, region, context);
  }
}

void Field::readHdf5(const std::vector<std::string>& columns, const Region* region, const std::string& context) {
  if (source_.is_elementwise && region == nullptr)
    throw base::InputError(context +
                           ": this quantity is defined at nodes: specify the dataset as `nodes`, not as `elements`.");
  const int num_columns = columns.size() == 1 ? 1 : domain_.dimension();
  for (int i = 0; i < num_columns; ++i) given_[static_cast<std::size_t>(i)] = true;
  const io::Hdf5File file = io::Hdf5File::open(domain_.mesh.comm(), source_.hdf5);
  if (!source_.is_elementwise) {
    nodal_ = readDataset(file, source_.dataset, nodeRows(domain_.mesh), num_columns, context);
    return;
  }
  elementsOfCsv(domain_, *region, block_offsets_);
  cell_values_ = readDataset(file, source_.dataset, cellRows(*region, domain_, context), num_columns, context);
}

void Field::requireInPlane(const std::string& context) const {
  const auto& z = source_.components[2];
  const bool leaves_plane = !source_.isFile() ? z && !(z->isConstant() && z->constant() == 0.0) : given_[2];
  if (domain_.dimension() == 2 && leaves_plane)
    throw base::InputError(fmt::format("{}: '{}' is two-dimensional, so the z component must be 0, but is {}.", context,
                                       domain_.object, source_.isFile() ? "given by a column of the file" : z->text()));
}

double Field::inCell(const RegionPart& part, LocalIndex cell, double mean) const {
  return source_.change ? source_.change(part.cells().tags[static_cast<std::size_t>(part.cell(cell))], mean) : mean;
}

bool Field::isConstant() const {
  return !source_.isFile() && std::all_of(source_.components.begin(), source_.components.end(),
                                          [](const auto& c) { return !c || c->isConstant(); });
}

base::Vec3 Field::constant() const {
  base::Vec3 value = base::Vec3::Zero();
  for (std::size_t i = 0; i < 3; ++i)
    if (given_[i]) value[static_cast<Eigen::Index>(i)] = source_.components[i]->constant();
  return value;
}

double Field::atNode(int component, LocalIndex node, double time) const {
  const auto c = static_cast<std::size_t>(component), n = static_cast<std::size_t>(node);
  if (!given_[c]) return 0.0;
  if (!nodal_.empty()) return nodal_[3 * n + c];
  return (*source_.components[c])(Eigen::Map<const base::Vec3>(&domain_.mesh.points()[3 * n]), time);
}

double Field::at(int component, const RegionPart& part, LocalIndex cell, const PointGeometry& point,
                 double time) const {
  const auto c = static_cast<std::size_t>(component);
  if (!given_[c]) return 0.0;
  if (!source_.isFile()) return (*source_.components[c])(point.position, time);
  if (!cell_values_.empty()) {
    const std::size_t first = block_offsets_[static_cast<std::size_t>(part.block())];
    return cell_values_[3 * (first + static_cast<std::size_t>(part.cell(cell))) + c];
  }
  double value = 0.0;
  for (int a = 0; a < point.num_nodes; ++a)
    value += point.shape[a] * nodal_[3 * static_cast<std::size_t>(part.nodesOf(cell)[a]) + c];
  return value;
}

std::vector<LocalIndex> nodesOf(const Region& region) {
  std::vector<LocalIndex> nodes;
  for (const RegionPart& part : region.parts())
    nodes.insert(nodes.end(), part.nodesOf(0),
                 part.nodesOf(0) + std::ptrdiff_t(part.numCells()) * part.table().nodes_per_element);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace tenon::fem
