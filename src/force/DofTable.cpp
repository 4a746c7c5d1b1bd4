// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DofTable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/caseCommunicator.hpp"
#include "base/csv.hpp"
#include "io/TextShare.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::force {
namespace {

using base::InputError;

/// Line of the file.
struct CsvLine {
  std::int64_t number, row, node;
  std::string object;
  int component;
};

bool readNumber(const std::string& text, std::int64_t& number) {
  const char* const end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

std::vector<CsvLine> readLines(const base::Communicator& comm, const std::string& csv) {
  const io::TextShare text(comm, csv);
  std::vector<CsvLine> lines;
  base::runCollectively(comm, [&] {
    text.forEachLine([&](std::string_view line, std::int64_t number) {
      const auto fail = [&](const char* what) { throw InputError(fmt::format("{}:{}: {}", csv, number, what)); };
      if (number == 1) {
        if (line != "row,object,node,component") fail("the first line must be 'row,object,node,component'.");
        return;
      }
      const std::vector<std::string> fields = base::splitCsvLine(line);
      if (fields.empty()) return;
      CsvLine one{number, 0, 0, "", -1};
      if (fields.size() != 4 || !readNumber(fields[0], one.row) || !readNumber(fields[2], one.node) || one.row < 0)
        fail("a line must contain a row number (starting from 0), an object, a node number and a component.");
      one.object = fields[1];
      one.component = fields[3].size() == 1 ? fields[3][0] - 'x' : -1;
      if (one.component < 0 || one.component > 2) fail("the component must be x, y or z.");
      lines.push_back(std::move(one));
    });
  });
  return lines;
}

/// Returns all object names in the lines of all ranks, in the same order on every rank.
/// @note Collective.
std::vector<std::string> objectsOf(const base::Communicator& comm, const std::vector<CsvLine>& lines) {
  std::vector<std::string> names;
  for (const CsvLine& line : lines)
    if (names.empty() || names.back() != line.object) names.push_back(line.object);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<char> letters;
  for (const auto& name : names) letters.insert(letters.end(), name.c_str(), name.c_str() + name.size() + 1);
  const std::vector<char> all = comm.gatherAll(letters);
  names.clear();
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find(at, all.end(), '\0');
    names.emplace_back(at, end);
    at = end + 1;
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Returns the global numbers of the nodes of one object that occur in the lines, in the order of
/// the lines.
/// @note Collective.
std::vector<std::optional<base::GlobalIndex>> nodesOf(const fem::Domain& domain, const std::vector<CsvLine>& lines) {
  std::vector<base::Directory<base::GlobalIndex>::KeyValuePair> known;
  const la::Layout& layout = domain.mesh.layout();
  for (base::LocalIndex node = 0; node < layout.numOwned(); ++node)
    known.push_back({domain.mesh.nodeTags()[static_cast<std::size_t>(node)], layout.global(node)});
  std::vector<std::int64_t> tags;
  for (const CsvLine& line : lines)
    if (line.object == domain.object) tags.push_back(line.node);
  return base::Directory<base::GlobalIndex>(domain.mesh.comm(), known).find(tags);
}

/// @throws InputError if two rows are assigned to the same degree of freedom
/// @note Collective.
void requireDifferent(const base::Communicator& comm, const DofTable& unknowns, const std::string& csv) {
  std::vector<base::Directory<char>::KeyValuePair> keys;
  const auto num_objects = static_cast<std::int64_t>(unknowns.objects.size());
  for (const auto& [row, unknown] : unknowns.rows)
    keys.push_back({(std::int64_t{unknown.node.value()} * 3 + unknown.component) * num_objects + unknown.object, 0});
  const bool repeated = base::Directory<char>(comm, keys).hasEqualKeys();
  base::runCollectively(comm, [&] {
    if (repeated)
      throw InputError(fmt::format(
          "{}: two rows have the same degree of freedom, but the degrees of freedom of all rows must be different.",
          csv));
  });
}

}  // namespace

DofTable dofTable(const fem::Domain& domain) {
  DofTable unknowns;
  unknowns.objects.push_back(&domain);
  const int block = domain.state.block();
  for (base::LocalIndex node = 0; node < domain.mesh.layout().numOwned(); ++node)
    for (int c = 0; c < block; ++c)
      unknowns.rows.push_back({domain.mesh.nodePositions()[static_cast<std::size_t>(node)] * block + c,
                               {0, c, domain.mesh.layout().global(node)}});
  return unknowns;
}

// Collective over all ranks of the case, because the objects are not known before the file is read.
DofTable dofTable(const std::string& csv, const fem::FindDomain& find) {
  const base::Communicator comm = base::caseCommunicator();
  const std::vector<CsvLine> lines = readLines(comm, csv);
  DofTable unknowns;
  for (const std::string& name : objectsOf(comm, lines)) {
    base::runCollectively(comm, [&] {
      try {
        find(name);
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", csv, error.what()));
      }
    });
    const fem::Domain& domain = find(name);
    const auto nodes = nodesOf(domain, lines);
    const auto object = static_cast<std::int32_t>(unknowns.objects.size());
    base::runCollectively(comm, [&] {
      auto node = nodes.begin();
      for (const CsvLine& line : lines) {
        if (line.object != name) continue;
        if (!*node)
          throw InputError(fmt::format("{}:{}: object '{}' has no node {}.", csv, line.number, name, line.node));
        if (domain.state.kind() == la::NodeKind::scalars)
          throw InputError(fmt::format(
              "{}:{}: object '{}' has scalar nodes, but the rows of a matrix can refer only to displacements.", csv,
              line.number, name));
        if (line.component >= domain.state.dimension())
          throw InputError(fmt::format("{}:{}: object '{}' is two-dimensional: its displacement has no z component.",
                                       csv, line.number, name));
        unknowns.rows.push_back({line.row, {object, line.component, **node++}});
      }
    });
    unknowns.objects.push_back(&domain);
  }
  requireDifferent(comm, unknowns, csv);
  return unknowns;
}

}  // namespace tenon::force
