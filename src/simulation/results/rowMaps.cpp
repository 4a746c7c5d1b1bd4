// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "rowMaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <gsl/span>

#include "constraintRows.hpp"
#include "io/parallelFile.hpp"
#include "io/textFile.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::simulation {
namespace {

using base::LocalIndex;

/// Returns the names of the rows of a node; "unused" is a row that only makes the blocks of the
/// matrix equal.
std::vector<std::string> componentsOf(const la::State& state, int width) {
  std::vector<std::string> names;
  for (int i = 0; i < state.block(); ++i) names.push_back(la::dofName(state, i));
  names.resize(static_cast<std::size_t>(width), "unused");
  return names;
}

/// Range of local rows with similar lines.
struct Run {
  std::string name;                       // Name of the object or constraint.
  LocalIndex first;                       // Index of the first local row.
  LocalIndex count;                       // Number of rows.
  std::vector<std::string> components{};  // Names of the rows of a node.
  const system::Body* body = nullptr;
};

/// Local rows of a constraint with their labels and their numbers in the order of the results.
struct LabelledRun : Run {
  std::vector<RowLabel> labels;
  std::vector<std::int64_t> numbers;
  double scale;
};

/// Returns the entries of selected rows.
template <class Value>
std::vector<Value> selectRows(const std::vector<Value>& all, gsl::span<const LocalIndex> rows, LocalIndex first) {
  std::vector<Value> some;
  for (const LocalIndex row : rows) some.push_back(all[static_cast<std::size_t>(row - first)]);
  return some;
}

template <class OneRun>
const OneRun& runOf(const std::vector<OneRun>& runs, std::int64_t item) {
  std::size_t r = 0;
  while (item >= runs[r].first + runs[r].count) ++r;
  return runs[r];
}

template <class OneRun>
std::int64_t rowsIn(const std::vector<OneRun>& runs) {
  return runs.empty() ? 0 : runs.back().first + runs.back().count;
}

std::vector<LabelledRun> runsOfConstraints(const system::MechanicalSystem& mechanics, const system::Selection& of) {
  const std::vector<LocalIndex> selected = system::selectedRows(mechanics, of);
  std::vector<LabelledRun> runs;
  LocalIndex start = 0, next = 0;
  auto at = selected.begin();
  for (const auto& constraint : mechanics.constraints()) {
    const auto end = std::lower_bound(at, selected.end(), start + constraint->numRows());
    const gsl::span<const LocalIndex> rows(selected.data() + (at - selected.begin()),
                                           static_cast<std::size_t>(end - at));
    const auto count = static_cast<LocalIndex>(rows.size());
    runs.push_back({{io::quoteCsvField(constraint->name()), next, count},
                    selectRows(labelsOf(mechanics, *constraint), rows, start),
                    selectRows(numbersOfRows(mechanics, *constraint), rows, start),
                    constraint->scale});
    start += constraint->numRows();
    next += count;
    at = end;
  }
  return runs;
}

/// Returns a number as text; empty for -1.
std::string formatOptional(std::int64_t number) {
  return number < 0 ? "" : fmt::format("{}", number);
}

}  // namespace

void writeRowMap(const system::MechanicalSystem& mechanics, const std::string& path) {
  std::vector<Run> runs;
  const auto rows = system::unknownsOf(mechanics);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    const system::Body& body = *mechanics.bodies()[b];
    runs.push_back({io::quoteCsvField(body.name()), rows[b].first, rows[b].count,
                    componentsOf(body.state(), mechanics.layout().scalarRowsPerNode(b)), &body});
  }
  const std::int64_t first = mechanics.comm().exclusiveSum(static_cast<long>(rowsIn(runs)));
  io::writeLinesInParallel(mechanics.comm(), path, "row,object,node,component\n", rowsIn(runs),
                           [&](std::int64_t item, fmt::memory_buffer& text) {
                             const Run& run = runOf(runs, item);
                             const auto at = static_cast<std::size_t>(item - run.first);
                             const std::size_t width = run.components.size();
                             fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", first + item, run.name,
                                            run.body->mesh().nodeTags()[at / width], run.components[at % width]);
                           });
}

void writeMultiplierMap(const system::MechanicalSystem& mechanics, const system::Selection& of,
                        const std::string& path) {
  const std::vector<LabelledRun> runs = runsOfConstraints(mechanics, of);
  const std::int64_t first = mechanics.comm().exclusiveSum(static_cast<long>(rowsIn(runs)));
  const auto nameOf = [&](std::int32_t object) {
    return object < 0 ? "" : io::quoteCsvField(mechanics.allBodies()[static_cast<std::size_t>(object)]->name());
  };
  io::writeLinesInParallel(mechanics.comm(), path, "row,constraint,number,object,node,component,item,scale\n",
                           rowsIn(runs), [&](std::int64_t item, fmt::memory_buffer& text) {
                             const LabelledRun& run = runOf(runs, item);
                             const auto at = static_cast<std::size_t>(item - run.first);
                             const RowLabel& label = run.labels[at];
                             fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", first + item,
                                            run.name, run.numbers[at], nameOf(label.object), formatOptional(label.node),
                                            std::max(label.component, 0), formatOptional(label.number), run.scale);
                           });
}

void writeWholeMap(const system::MechanicalSystem& mechanics, const system::Selection& of, const std::string& path) {
  const long unknowns = long{mechanics.layout().layout().numOwned()} * mechanics.layout().block();
  const auto rows = static_cast<long>(system::selectedRows(mechanics, of).size());
  const base::Communicator& comm = mechanics.comm();
  const long first_unknown = comm.exclusiveSum(unknowns), first_row = comm.exclusiveSum(rows);
  io::writeLinesInParallel(
      comm, path, "row,matrix,of\n", unknowns + rows, [&](std::int64_t item, fmt::memory_buffer& text) {
        const bool of_A = item < unknowns;
        fmt::format_to(std::back_inserter(text), "{},{},{}\n", first_unknown + first_row + item, of_A ? 'A' : 'G',
                       of_A ? first_unknown + item : first_row + item - unknowns);
      });
}

}  // namespace tenon::simulation
