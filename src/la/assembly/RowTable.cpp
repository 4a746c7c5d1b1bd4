// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/RowTable.hpp"

namespace tenon::la {

RowTable::RowTable(const ElementTable& nodes, int rows_per_node) : nodes_(nodes), rows_(nodes) {
  if (rows_per_node == 1) return;
  const auto size = static_cast<std::size_t>(nodes.num_elements) * static_cast<std::size_t>(nodes.nodes_per_element);
  auto numbers = std::make_shared<std::vector<LocalIndex>>();
  numbers->reserve(size * static_cast<std::size_t>(rows_per_node));
  for (std::size_t i = 0; i < size; ++i)
    for (int k = 0; k < rows_per_node; ++k) numbers->push_back(nodes.nodes[i] * rows_per_node + k);
  rows_ = {numbers->data(), nodes.nodes_per_element * rows_per_node, nodes.num_elements};
  numbers_ = std::move(numbers);
}

}  // namespace tenon::la
