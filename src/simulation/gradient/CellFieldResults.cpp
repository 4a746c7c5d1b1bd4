// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CellFieldResults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interface/interfaceNames.hpp"
#include "io/Hdf5File.hpp"
#include "io/RowOrder.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

/// Writes the cells of one type.
class PartWriter {
 public:
  PartWriter(io::Hdf5File& file, std::string group, const system::CellValues::Part& part, std::size_t first)
      : file_(file),
        group_(std::move(group)),
        part_(part),
        first_(first),
        order_(file.comm(), part.positions, file.comm().sum(static_cast<std::int64_t>(part.positions.size()))) {}

  /// Writes one dataset from the values of all cells of the field.
  template <class T>
  void write(const std::string& dataset, const std::vector<T>& of_cells) {
    std::vector<T> rows(part_.positions.size());
    for (std::size_t i = 0; i < part_.num_cells; ++i) rows[part_.indices[i]] = of_cells[first_ + i];
    file_.writeRows(group_ + "/" + dataset, order_.arrange(rows));
  }

 private:
  io::Hdf5File& file_;
  std::string group_;
  const system::CellValues::Part& part_;
  std::size_t first_;
  io::RowOrder order_;
};

}  // namespace

CellStatistics statisticsOf(const base::Communicator& comm, const std::vector<double>& of_owned) {
  double minimum = std::numeric_limits<double>::infinity(), maximum = -minimum, sum = 0.0, squares = 0.0;
  for (const double value : of_owned) {
    minimum = std::min(minimum, value), maximum = std::max(maximum, value);
    sum += value, squares += value * value;
  }
  CellStatistics statistics;
  statistics.count = comm.sum(static_cast<std::int64_t>(of_owned.size()));
  statistics.minimum = comm.min(minimum), statistics.maximum = comm.max(maximum);
  statistics.sum = comm.sum(sum), statistics.norm = std::sqrt(comm.sum(squares));
  return statistics;
}

std::vector<double> scaledDerivatives(const GradientParameter& parameter, const system::CellValues& cells,
                                      const std::vector<double>& derivatives) {
  std::vector<double> scaled;
  for (std::size_t c = 0; c < derivatives.size(); ++c)
    scaled.push_back(derivatives[c] * parameter.slope(cells.values[c]));
  return scaled;
}

void requireFields(const std::vector<GradientParameter>& parameters, const std::string& path) {
  const bool has_fields =
      std::any_of(parameters.begin(), parameters.end(), [](const auto& parameter) { return parameter.is_field; });
  if (!path.empty() && !has_fields)
    throw base::InputError(fmt::format(
        "{} needs a parameter with one value per cell: add `per: cell` to the block of a parameter, select such a "
        "parameter, or remove the option.",
        base::nameOfOption("--fields")));
}

void writeCellFields(const base::Communicator& comm, const std::string& path,
                     const std::vector<GradientParameter>& parameters, const GradientRunResult& result) {
  io::Hdf5File file = io::Hdf5File::create(comm, path);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const system::CellValues& cells = result.cells[p];
    std::size_t first = 0;
    for (const system::CellValues::Part& part : cells.parts) {
      PartWriter writer(file, fmt::format("/{}/{}", parameters[p].name, part.type), part, first);
      writer.write("element", cells.elements);
      writer.write("value", cells.values);
      writer.write("derivative", result.gradient.gradient[p]);
      first += part.num_cells;
    }
  }
  file.commit();
}

}  // namespace tenon::simulation
