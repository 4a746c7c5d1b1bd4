// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "fieldHdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/RowOrder.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::fem {

DatasetRows nodeRows(const mesh::Mesh& mesh) {
  const auto positions = mesh.nodePositions();
  return {"nodes", {positions.begin(), positions.end()}, static_cast<std::size_t>(mesh.layout().numOwned())};
}

DatasetRows cellRows(const Region& region, const Domain& domain, const std::string& context) {
  int dimension_blocks = 0;
  for (const mesh::CellBlock& block : domain.mesh.blocks())
    dimension_blocks += mesh::info(block.type).dimension == region.dimension() ? 1 : 0;
  if (dimension_blocks != 1)
    throw base::InputError(
        fmt::format("{}: '{}' has elements of {} types, but a dataset contains values for only one element type: "
                    "specify nodal values or a CSV file.",
                    context, domain.mesh.file(), dimension_blocks));
  const mesh::CellBlock& cells = region.parts().front().cells();
  return {"elements", cells.positions, static_cast<std::size_t>(cells.num_owned)};
}

std::vector<double> readDataset(const io::Hdf5File& file, const std::string& dataset, const DatasetRows& rows,
                                int columns, const std::string& context) {
  const base::Communicator& comm = file.comm();
  const auto require = [&](bool holds, const std::string& sentence) {
    base::runCollectively(comm, [&] {
      if (!holds) throw base::InputError(fmt::format("{}: '{}' {}.", context, file.path(), sentence));
    });
  };
  require(file.exists(dataset), fmt::format("contains no dataset '{}'", dataset));
  const std::int64_t total = comm.sum(static_cast<std::int64_t>(rows.num_owned)), there = file.rows(dataset);
  const int columns_there = file.columns(dataset);
  require(there == total && columns_there == columns,
          fmt::format("contains {} x {} values in the dataset '{}', but the required size is {} ({}) x {}", there,
                      columns_there, dataset, total, rows.what, columns));
  const auto owned = gsl::span<const std::int64_t>(rows.required).first(rows.num_owned);
  const io::RowOrder order(comm, owned, total);
  const auto block = file.readRows<double>(dataset, order.firstInBlock(), order.numInBlock(), columns);
  const auto bad = std::find_if(block.begin(), block.end(), [](double value) { return !std::isfinite(value); });
  const std::int64_t none = std::numeric_limits<std::int64_t>::max();
  const std::int64_t first_bad =
      comm.min(bad == block.end() ? none : order.firstInBlock() + (bad - block.begin()) / columns);
  require(first_bad == none,
          fmt::format("contains a value that is not finite in row {} of the dataset '{}' (rows are numbered from 0)",
                      first_bad, dataset));
  const std::vector<double> values = order.fetch(block, rows.required, columns);
  std::vector<double> padded(3 * rows.required.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto width = static_cast<std::size_t>(columns);
    padded[3 * (i / width) + i % width] = values[i];
  }
  return padded;
}

}  // namespace tenon::fem
