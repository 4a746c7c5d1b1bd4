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

void InsertionAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                         ElementSymmetry symmetry) {
  row_table_ = rows;
  column_table_ = columns;
  symmetry_ = symmetry;
  const auto b = static_cast<std::size_t>(layout_->block());
  rows_.resize(static_cast<std::size_t>(rows.nodes_per_element));
  columns_.resize(static_cast<std::size_t>(columns.nodes_per_element));
  values_.resize(rows_.size() * b * columns_.size() * b);
}

void InsertionAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  const int m = row_table_.nodes_per_element, n = column_table_.nodes_per_element, b = layout_->block();
  const bool symmetric = symmetry_ == ElementSymmetry::symmetric;
  for (int e = 0; e < count; ++e) {
    for (int p = 0; p < m; ++p)
      for (int q = 0; q < n; ++q)
        for (int i = 0; i < b; ++i)
          for (int j = 0; j < b; ++j) {
            const bool mirrored = symmetric && p > q;
            const Lane& lane = mirrored ? matrix[((q * n + p) * b + j) * b + i] : matrix[((p * n + q) * b + i) * b + j];
            values_[static_cast<std::size_t>((p * b + i) * n * b + q * b + j)] = factor() * lane[e];
          }
    insert(first + e);
  }
}

void InsertionAccumulator::insert(LocalIndex element) {
  const auto m = rows_.size(), n = columns_.size();
  const LocalIndex* const row_nodes = row_table_.nodes + static_cast<std::size_t>(element) * m;
  const LocalIndex* const column_nodes = column_table_.nodes + static_cast<std::size_t>(element) * n;
  for (std::size_t a = 0; a < m; ++a)
    rows_[a] = row_nodes[a] < num_owned_rows_ ? globalOf(row_state_, row_nodes[a]) : GlobalIndex();  // -1 is skipped
  for (std::size_t b = 0; b < n; ++b) columns_[b] = globalOf(column_state_, column_nodes[b]);
  TENON_PETSC(MatSetValuesBlocked(matrix_->get(), static_cast<PetscInt>(m), base::petscIndices(rows_.data()),
                                  static_cast<PetscInt>(n), base::petscIndices(columns_.data()), values_.data(),
                                  ADD_VALUES));
}

}  // namespace tenon::la
