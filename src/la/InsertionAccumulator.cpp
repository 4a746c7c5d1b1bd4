#include "tenon/la/InsertionAccumulator.hpp"

namespace tenon::la {

InsertionAccumulator::InsertionAccumulator(const CombinedLayout& layout, std::size_t row_state,
                                           std::size_t column_state, BlockMatrix& matrix)
    : layout_(&layout),
      row_state_(row_state),
      column_state_(column_state),
      num_owned_rows_(layout.states()[row_state]->layout().numOwned()),
      matrix_(&matrix) {}

void InsertionAccumulator::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double* block) {
  if (row_node >= num_owned_rows_) return;
  const GlobalIndex row = globalOf(row_state_, row_node), column = globalOf(column_state_, column_node);
  const auto size = static_cast<std::size_t>(layout_->block()) * static_cast<std::size_t>(layout_->block());
  values_.resize(std::max(values_.size(), size));
  for (std::size_t i = 0; i < size; ++i) values_[i] = factor() * block[i];
  TENON_PETSC(MatSetValuesBlocked(matrix_->get(), 1, base::petscIndices(&row), 1, base::petscIndices(&column),
                                  values_.data(), ADD_VALUES));
}

void InsertionAccumulator::beginElements(const ElementTable& table, BlockShape, ElementSymmetry symmetry) {
  base::ensure(layout_->states()[row_state_]->sharedLayout() == layout_->states()[column_state_]->sharedLayout(),
               "Element matrices need rows and columns of states that share their nodes.");
  table_ = table;
  symmetry_ = symmetry;
  const auto n = static_cast<std::size_t>(table.nodes_per_element), b = static_cast<std::size_t>(layout_->block());
  rows_.resize(n);
  columns_.resize(n);
  values_.resize(n * b * n * b);
}

void InsertionAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  const int n = table_.nodes_per_element, b = layout_->block();
  const bool symmetric = symmetry_ == ElementSymmetry::symmetric;
  for (int e = 0; e < count; ++e) {
    for (int p = 0; p < n; ++p)
      for (int q = 0; q < n; ++q)
        for (int i = 0; i < b; ++i)
          for (int j = 0; j < b; ++j) {
            const bool mirrored = symmetric && p > q;
            const Lane& lane = mirrored ? matrix[((q * n + p) * b + j) * b + i] : matrix[((p * n + q) * b + i) * b + j];
            values_[static_cast<std::size_t>((p * b + i) * n * b + q * b + j)] = factor() * lane[e];
          }
    insert(table_.nodes + static_cast<std::ptrdiff_t>(first + e) * n, n);
  }
}

void InsertionAccumulator::insert(const LocalIndex* nodes, int num_nodes) {
  for (int a = 0; a < num_nodes; ++a) {
    const auto i = static_cast<std::size_t>(a);
    rows_[i] = nodes[a] < num_owned_rows_ ? globalOf(row_state_, nodes[a]) : GlobalIndex();  // -1 is skipped
    columns_[i] = globalOf(column_state_, nodes[a]);
  }
  TENON_PETSC(MatSetValuesBlocked(matrix_->get(), num_nodes, base::petscIndices(rows_.data()), num_nodes,
                                  base::petscIndices(columns_.data()), values_.data(), ADD_VALUES));
}

}  // namespace tenon::la
