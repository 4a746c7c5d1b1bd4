#include "tenon/system/ConstraintJacobian.hpp"

#include <algorithm>

namespace tenon::system {
namespace {

/// Which of the entries' unknowns are held, wherever they live.
std::vector<char> heldAt(const la::CombinedLayout& layout, const std::vector<char>& held,
                         const std::vector<GlobalIndex>& nodes) {
  const auto block = static_cast<std::size_t>(layout.block());
  const auto num_owned = static_cast<std::size_t>(layout.layout().numOwned()) * block;
  std::vector<char> there(nodes.size() * block);
  la::Halo(layout.layout(), nodes)
      .forward(gsl::span<const char>(held.data(), num_owned), gsl::span<char>(there), layout.block());
  return there;
}

}  // namespace

ConstraintJacobian::ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                       const std::vector<char>& held)
    : comm_(mechanics.comm()), starts_{0} {
  for (const auto& constraint : mechanics.constraints()) {
    names_.push_back(constraint->name());
    starts_.push_back(starts_.back() + constraint->numRows());
  }
  first_row_ = comm_.exclusiveSum(static_cast<PetscInt>(starts_.back()));

  std::vector<Entry> entries = collect(mechanics, layout);
  full_ = makeMatrix(layout, entries);

  std::vector<GlobalIndex> nodes;
  for (const auto& entry : entries) nodes.push_back(entry.node);
  const auto is_held = heldAt(layout, held, nodes);
  std::vector<Entry> free_entries;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (is_held[k * static_cast<std::size_t>(layout.block()) + static_cast<std::size_t>(entries[k].component)] == 0)
      free_entries.push_back(entries[k]);
  free_ = makeMatrix(layout, free_entries);
  compliance_ = makeCompliance(mechanics);
}

std::vector<ConstraintJacobian::Entry> ConstraintJacobian::collect(const MechanicalSystem& mechanics,
                                                                   const la::CombinedLayout& layout) const {
  std::vector<Entry> entries;
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c) {
    constraint::JacobianRows rows;
    mechanics.constraints()[c]->addJacobian(rows);
    for (const auto& entry : rows.entries())
      entries.push_back({starts_[c] + entry.row, layout.global(layout.indexOf(*entry.state), entry.node),
                         entry.component, entry.value});
  }
  // Stable: entries of one place keep the order in which the constraint gave them, and are summed in it.
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.row != b.row) return a.row < b.row;
    if (a.node != b.node) return a.node < b.node;
    return a.component < b.component;
  });
  return entries;
}

la::Matrix ConstraintJacobian::makeMatrix(const la::CombinedLayout& layout, const std::vector<Entry>& entries) const {
  const PetscInt num_rows = starts_.back();
  std::vector<PetscInt> row_starts(static_cast<std::size_t>(num_rows) + 1, 0), columns;
  std::vector<double> values;
  LocalIndex last_row = -1;
  for (const auto& entry : entries) {
    const PetscInt column = entry.node.value() * layout.block() + entry.component;
    if (entry.row == last_row && columns.back() == column) {
      values.back() += entry.value;
      continue;
    }
    columns.push_back(column);
    values.push_back(entry.value);
    ++row_starts[static_cast<std::size_t>(entry.row) + 1];
    last_row = entry.row;
  }
  for (std::size_t r = 0; r < static_cast<std::size_t>(num_rows); ++r) row_starts[r + 1] += row_starts[r];

  const PetscInt num_columns = static_cast<PetscInt>(layout.layout().numOwned()) * layout.block();
  la::Matrix matrix;
  TENON_PETSC(MatCreate(comm_.mpi(), matrix.put()));
  TENON_PETSC(MatSetSizes(matrix.get(), num_rows, num_columns, PETSC_DETERMINE, PETSC_DETERMINE));
  TENON_PETSC(MatSetBlockSizes(matrix.get(), 1, layout.block()));
  TENON_PETSC(MatSetType(matrix.get(), MATAIJ));
  // Each of the two calls acts on its own type of matrix only.
  TENON_PETSC(MatSeqAIJSetPreallocationCSR(matrix.get(), row_starts.data(), columns.data(), values.data()));
  TENON_PETSC(MatMPIAIJSetPreallocationCSR(matrix.get(), row_starts.data(), columns.data(), values.data()));
  return matrix;
}

la::Matrix ConstraintJacobian::makeCompliance(const MechanicalSystem& mechanics) const {
  std::vector<double> diagonal;
  bool any = false;
  for (const auto& constraint : mechanics.constraints()) {
    auto compliance = constraint->compliance();
    any = any || !compliance.empty();
    compliance.resize(static_cast<std::size_t>(constraint->numRows()), 0.0);
    diagonal.insert(diagonal.end(), compliance.begin(), compliance.end());
  }
  if (!comm_.any(any)) return {};
  const PetscInt num_rows = starts_.back();
  std::vector<PetscInt> row_starts, columns;
  for (PetscInt r = 0; r <= num_rows; ++r) row_starts.push_back(r);
  for (PetscInt r = 0; r < num_rows; ++r) columns.push_back(first_row_ + r);
  la::Matrix matrix;
  TENON_PETSC(MatCreate(comm_.mpi(), matrix.put()));
  TENON_PETSC(MatSetSizes(matrix.get(), num_rows, num_rows, PETSC_DETERMINE, PETSC_DETERMINE));
  TENON_PETSC(MatSetType(matrix.get(), MATAIJ));
  TENON_PETSC(MatSeqAIJSetPreallocationCSR(matrix.get(), row_starts.data(), columns.data(), diagonal.data()));
  TENON_PETSC(MatMPIAIJSetPreallocationCSR(matrix.get(), row_starts.data(), columns.data(), diagonal.data()));
  return matrix;
}

la::Vector ConstraintJacobian::makeVector() const {
  la::Vector vector;
  TENON_PETSC(VecCreateMPI(comm_.mpi(), starts_.back(), PETSC_DETERMINE, vector.put()));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

la::IndexSet ConstraintJacobian::rowsOf(std::size_t c) const {
  la::IndexSet set;
  TENON_PETSC(ISCreateStride(comm_.mpi(), starts_[c + 1] - starts_[c], first_row_ + starts_[c], 1, set.put()));
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), names_[c].c_str()));
  return set;
}

}  // namespace tenon::system
