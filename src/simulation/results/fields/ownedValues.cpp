// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ownedValues.hpp"

namespace tenon::simulation {

using system::Body;

std::vector<double> ownedValues(const Body& body, gsl::span<const double> local, int columns) {
  const auto count = static_cast<std::size_t>(body.mesh().layout().numOwned()) * static_cast<std::size_t>(columns);
  return {local.begin(), local.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<std::vector<double>> ownedCellValues(const Body& body, const std::vector<std::vector<double>>& cells,
                                                 int columns) {
  std::vector<std::vector<double>> part(cells.size());
  for (std::size_t b = 0; b < cells.size(); ++b) {
    const auto count = static_cast<std::size_t>(body.mesh().blocks()[b].num_owned) * static_cast<std::size_t>(columns);
    if (cells[b].size() >= count)
      part[b].assign(cells[b].begin(), cells[b].begin() + static_cast<std::ptrdiff_t>(count));
  }
  return part;
}

void writeVectors(const Body& body, gsl::span<const double> values, const std::string& along, const std::string& about,
                  FieldWriter& writer) {
  const la::State& state = body.state();
  const int block = state.block(), dimension = state.dimension();
  if (block == dimension || state.kind() == la::NodeKind::scalars)
    return writer.writeNodes(along, ownedValues(body, values, block), block);
  std::vector<double> linear, angular;
  for (base::LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
    const auto of_node = values.subspan(static_cast<std::size_t>(node * block), static_cast<std::size_t>(block));
    linear.insert(linear.end(), of_node.begin(), of_node.begin() + dimension);
    angular.insert(angular.end(), of_node.begin() + dimension, of_node.end());
  }
  writer.writeNodes(along, linear, dimension);
  writer.writeNodes(about, angular, block - dimension);
}

}  // namespace tenon::simulation
