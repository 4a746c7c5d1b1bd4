// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "io/parallelFile.hpp"
#include "io/textFile.hpp"
#include "simulation/results/constraintRows.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

using nlohmann::json;
using TableRow = std::vector<std::pair<std::string, std::string>>;  // Values by column.

/// List of a summary that is a separate table.
struct List {
  std::string name, columns;  ///< name, and header of the table of an empty list
};

const std::vector<List> lists{{"objects", "name"},
                              {"reactions", "name"},
                              {"constraints", "name"},
                              {"modes", "eigenvalue"},
                              {"critical_points", "kind,time,step"},
                              {"phases", "name"}};

bool isList(const std::string& name) {
  return std::any_of(lists.begin(), lists.end(), [&](const List& list) { return list.name == name; });
}

std::string cellOf(const json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? io::quoteCsvField(value.get<std::string>()) : value.dump();
}

/// Returns the suffix of a component: the axis for vectors, the index for other lists.
std::string suffixOf(std::size_t component, std::size_t count) {
  return count == 3 ? std::string(1, "xyz"[component]) : fmt::format("{}", component);
}

void flatten(const json& value, const std::string& name, TableRow& row) {
  const auto below = [&](const std::string& part) { return name.empty() ? part : name + "_" + part; };
  if (value.is_object()) {
    for (const auto& [key, part] : value.items()) flatten(part, below(key), row);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) flatten(value[i], below(suffixOf(i, value.size())), row);
  } else {
    row.emplace_back(name, cellOf(value));
  }
}

/// Returns a table with columns in the order of their first occurrence; missing values are empty.
/// The table of an empty list consists of the line `header`.
std::string tableOf(const json& list, const std::string& header) {
  if (list.empty()) return header + "\n";
  std::vector<TableRow> rows;
  std::vector<std::string> columns;
  for (const json& entry : list) {
    flatten(entry, "", rows.emplace_back());
    for (const auto& cell : rows.back())
      if (!base::contains(columns, cell.first)) columns.push_back(cell.first);
  }
  const auto name = std::find(columns.begin(), columns.end(), "name");
  if (name != columns.end()) std::rotate(columns.begin(), name, name + 1);
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (const TableRow& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& column : columns) {
      const auto cell = std::find_if(row.begin(), row.end(), [&](const auto& one) { return one.first == column; });
      cells.push_back(cell == row.end() ? "" : cell->second);
    }
    text += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return text;
}

/// Returns a name that is admissible for a file.
std::string fileName(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

std::string multipliersFile(const std::string& folder, const constraint::Constraint& constraint) {
  return fmt::format("{}/multipliers.{}.csv", folder, fileName(constraint.name()));
}

std::string historyFile(const std::string& folder, const base::CaseNode& history) {
  return fmt::format("{}/history.{}.csv", folder, history["name"].text());
}

void writeMultipliers(const system::MechanicalSystem& mechanics, const constraint::Constraint& constraint,
                      const std::vector<double>& multipliers, const std::string& path) {
  const io::RowOrder order = orderOfRows(mechanics, constraint);
  std::vector<std::int32_t> objects, components;
  std::vector<std::int64_t> nodes, numbers;
  for (const RowLabel& label : labelsOf(mechanics, constraint)) {
    objects.push_back(label.object), components.push_back(label.component);
    nodes.push_back(label.node), numbers.push_back(label.number);
  }
  objects = order.arrange(objects), components = order.arrange(components);
  nodes = order.arrange(nodes), numbers = order.arrange(numbers);
  const std::vector<double> values = order.arrange(multipliers);
  const auto line = [&](std::int64_t item, fmt::memory_buffer& text) {
    const auto i = static_cast<std::size_t>(item);
    const std::string object =
        objects[i] < 0 ? "" : mechanics.allBodies()[static_cast<std::size_t>(objects[i])]->name();
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", io::quoteCsvField(object), nodes[i], components[i],
                   numbers[i], values[i]);
  };
  io::writeLinesInParallel(mechanics.comm(), path, "object,node,component,number,multiplier\n",
                           static_cast<std::int64_t>(values.size()), line);
}

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw base::FileError(fmt::format("Cannot read '{}'.", path));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> tablesOf(const json& summary) {
  std::vector<std::pair<std::string, std::string>> tables;
  TableRow single;
  for (const auto& [key, value] : summary.items())
    if (!isList(key)) flatten(value, key, single);
  std::string text = "quantity,value\n";
  for (const auto& [name, value] : single) text += fmt::format("{},{}\n", name, value);
  tables.emplace_back("summary", text);
  for (const auto& [name, columns] : lists)
    if (summary.contains(name)) tables.emplace_back(name, tableOf(summary[name], columns));
  return tables;
}

std::vector<std::string> tableFiles(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                                    const std::string& folder) {
  std::vector<std::string> files;
  if (folder.empty()) return files;
  files.push_back(folder + "/summary.csv");
  for (const List& list : lists) files.push_back(fmt::format("{}/{}.csv", folder, list.name));
  for (const auto& constraint : mechanics.constraints()) files.push_back(multipliersFile(folder, *constraint));
  for (const base::CaseNode& history : settings.histories) files.push_back(historyFile(folder, history));
  return files;
}

void writeTables(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                 const analysis::Solution& solution, const json& summary, const std::string& stem,
                 const std::string& folder) {
  if (folder.empty()) return;
  std::vector<io::NamedText> texts;
  base::runOnRoot(mechanics.comm(), [&] {
    for (const auto& [name, text] : tablesOf(summary)) texts.push_back({fmt::format("{}/{}.csv", folder, name), text});
    for (const base::CaseNode& history : settings.histories)
      texts.push_back(
          {historyFile(folder, history), contentOf(fmt::format("{}.{}.csv", stem, history["name"].text()))});
    std::vector<io::PartialFile> files;
    std::vector<io::PartialFile*> pointers;
    for (const io::NamedText& text : texts) files.push_back(io::prepareTextFile(text));
    for (io::PartialFile& file : files) pointers.push_back(&file);
    io::publish(pointers);
  });
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c)
    writeMultipliers(mechanics, *mechanics.constraints()[c], solution.multipliers[c],
                     multipliersFile(folder, *mechanics.constraints()[c]));
}

}  // namespace tenon::simulation
