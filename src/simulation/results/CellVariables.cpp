// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CellVariables.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/Directory.hpp"
#include "tenon/base/check.hpp"

namespace tenon::simulation {
namespace {

using base::LocalIndex;
using Keys = std::vector<std::int64_t>;

Keys positionsOf(const fem::RegionPart& part) {
  Keys positions;
  for (LocalIndex i = 0; i < part.numCells(); ++i)
    positions.push_back(part.cells().positions[static_cast<std::size_t>(part.cell(i))]);
  return positions;
}

/// Returns the number of each local cell within its region. Only owned cells are numbered; ghost
/// cells get the numbers of their owners.
Keys numbersOf(const base::Communicator& comm, const Keys& positions, std::size_t num_owned) {
  const Keys owned(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(num_owned));
  const Keys numbers = io::numbersOfKeys(comm, owned);
  std::vector<base::Directory<std::int64_t>::KeyValuePair> known;
  for (std::size_t i = 0; i < owned.size(); ++i) known.push_back({owned[i], numbers[i]});
  const base::Directory<std::int64_t> directory(comm, known);
  Keys all;
  for (const auto& number : directory.find(positions)) {
    base::ensure(number.has_value(), "A ghost cell has no owner.");
    all.push_back(*number);
  }
  return all;
}

}  // namespace

CellVariables::CellVariables(const base::Communicator& comm, const fem::InternalVariables& variables, std::string path)
    : variables_(variables), path_(std::move(path)) {
  for (std::size_t p = 0; p < variables.region().parts().size(); ++p) parts_.push_back(makeTable(comm, p));
}

CellVariables::VariableTable CellVariables::makeTable(const base::Communicator& comm, std::size_t number) const {
  const fem::RegionPart& part = variables_.region().parts()[number];
  const auto num_owned = static_cast<std::size_t>(part.numOwned());
  const std::int64_t total = comm.sum(static_cast<std::int64_t>(num_owned));
  const Keys rows = numbersOf(comm, positionsOf(part), num_owned);
  return {fmt::format("{}/{}", path_, mesh::info(part.type()).name),
          variables_.numPerCell(number),
          total,
          rows,
          num_owned,
          io::RowOrder(comm, gsl::span<const std::int64_t>(rows).first(num_owned), total)};
}

void CellVariables::write(io::Hdf5File& file, const std::vector<double>& values) const {
  std::size_t first = 0;
  for (const VariableTable& part : parts_) {
    const auto width = static_cast<std::size_t>(part.columns);
    const auto owned = gsl::span<const double>(values).subspan(first, part.num_owned * width);
    file.writeRows(part.path, part.order.arrange(owned, part.columns), part.columns);
    first += part.rows.size() * width;
  }
  file.writeAttribute(path_, "force", variables_.name());
}

std::vector<double> CellVariables::read(const io::Hdf5File& file) const {
  std::vector<double> values;
  for (const VariableTable& part : parts_) {
    const auto block =
        file.readRows<double>(part.path, part.order.firstInBlock(), part.order.numInBlock(), part.columns);
    const std::vector<double> of_part = part.order.fetch(block, part.rows, part.columns);
    values.insert(values.end(), of_part.begin(), of_part.end());
  }
  return values;
}

std::string CellVariables::differenceFrom(const io::Hdf5File& file) const {
  if (!file.exists(path_)) return fmt::format("the checkpoint has no internal variables of '{}'", variables_.name());
  const std::string force = file.textAttribute(path_, "force");
  if (force != variables_.name())
    return fmt::format("the internal variables of the checkpoint belong to '{}', but those of the case belong to '{}'",
                       force, variables_.name());
  for (const VariableTable& part : parts_) {
    if (!file.exists(part.path))
      return fmt::format("the checkpoint has no internal variables of '{}'", variables_.name());
    const std::int64_t rows = file.rows(part.path);
    const int columns = static_cast<int>(file.columns(part.path));
    if (rows != part.total || columns != part.columns)
      return fmt::format("'{}' has {} x {} internal variables in the checkpoint, but {} x {} in the case",
                         variables_.name(), rows, columns, part.total, part.columns);
  }
  return {};
}

}  // namespace tenon::simulation
