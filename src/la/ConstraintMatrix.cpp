#include "tenon/la/ConstraintMatrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/collectively.hpp"
#include "tenon/la/AijArrays.hpp"

namespace tenon::la {
namespace {

LocalIndex countRows(const std::vector<NamedRows>& groups) {
  LocalIndex next = 0;
  for (const auto& group : groups) {
    base::ensure(group.first == next, "The multipliers of constraint \"" + group.name + "\" leave a gap.");
    next += group.count;
  }
  return next;
}

void checkEntries(const CombinedLayout& layout, LocalIndex num_rows, const std::vector<ConstraintEntry>& entries) {
  const PetscInt num_columns = layout.layout().numGlobal() * layout.block();
  for (const auto& entry : entries)
    if (entry.row < 0 || entry.row >= num_rows || entry.column.value() < 0 || entry.column.value() >= num_columns)
      throw base::InternalError(
          fmt::format("A constraint entry (row {}, unknown {}) lies outside G.", entry.row, entry.column.value()));
}

// Drops what multiplies held unknowns; their owners are asked, because far nodes need not be ghosts here.
std::vector<ConstraintEntry> freeEntries(const CombinedLayout& layout, const std::vector<ConstraintEntry>& entries,
                                         gsl::span<const char> held) {
  if (!layout.comm().any(!held.empty())) return entries;
  const int b = layout.block();
  std::vector<GlobalIndex> nodes;
  for (const auto& entry : entries) nodes.emplace_back(entry.column.value() / b);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::vector<char> far(nodes.size() * static_cast<std::size_t>(b));
  const auto owned = static_cast<std::size_t>(layout.layout().numOwned()) * static_cast<std::size_t>(b);
  Halo(layout.layout(), nodes).forward(held.first(owned), gsl::span<char>(far), b);
  std::vector<ConstraintEntry> kept;
  for (const auto& entry : entries) {
    const GlobalIndex node(entry.column.value() / b);
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin();
    if (far[static_cast<std::size_t>(place * b + entry.column.value() % b)] == 0) kept.push_back(entry);
  }
  return kept;
}

// Sorted by row and column; entries of one place added in the order given.
void sortAndMerge(std::vector<ConstraintEntry>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const ConstraintEntry& a, const ConstraintEntry& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  std::size_t last = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].row == entries[last].row && entries[i].column == entries[last].column)
      entries[last].value += entries[i].value;
    else
      entries[++last] = entries[i];
  }
  if (!entries.empty()) entries.resize(last + 1);
}

// The entries whose columns are owned (first_column subtracted) or those whose columns are not.
std::shared_ptr<AijArrays> compress(const std::vector<ConstraintEntry>& entries, LocalIndex num_rows,
                                    PetscInt first_column, PetscInt last_column, bool want_owned) {
  const auto wanted = [&](const ConstraintEntry& entry) {
    return (first_column <= entry.column.value() && entry.column.value() < last_column) == want_owned;
  };
  const auto count = static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), wanted));
  auto arrays = std::make_shared<AijArrays>(static_cast<std::size_t>(num_rows), count);
  std::fill_n(arrays->starts.data(), num_rows + 1, 0);
  std::size_t next = 0;
  for (const auto& entry : entries) {
    if (!wanted(entry)) continue;
    ++arrays->starts[static_cast<std::size_t>(entry.row) + 1];
    arrays->columns[next] = entry.column.value() - (want_owned ? first_column : 0);
    arrays->values[next++] = entry.value;
  }
  for (std::size_t r = 0; r < static_cast<std::size_t>(num_rows); ++r) arrays->starts[r + 1] += arrays->starts[r];
  return arrays;
}

}  // namespace

ConstraintMatrix::ConstraintMatrix(const CombinedLayout& layout, std::vector<NamedRows> groups,
                                   const std::vector<ConstraintEntry>& entries, gsl::span<const char> held)
    : comm_(layout.comm()), groups_(std::move(groups)), num_rows_(0), num_global_rows_(0) {
  base::collectively(comm_, [&] {
    num_rows_ = countRows(groups_);
    checkEntries(layout, num_rows_, entries);
  });
  num_global_rows_ = base::toPetscInt(comm_.sum(static_cast<long>(num_rows_)), "multipliers");
  std::vector<ConstraintEntry> kept = freeEntries(layout, entries, held);
  sortAndMerge(kept);
  const int b = layout.block();
  const PetscInt num_columns = static_cast<PetscInt>(layout.layout().numOwned()) * b;
  const PetscInt first = layout.layout().firstOwned().value() * b;
  matrix_ = makeAij(comm_, num_rows_, num_columns, 1, b, compress(kept, num_rows_, first, first + num_columns, true),
                    compress(kept, num_rows_, first, first + num_columns, false));
  TENON_PETSC(MatTranspose(get(), MAT_INITIAL_MATRIX, transpose_.put()));
}

Vector ConstraintMatrix::makeVector() const {
  Vector vector;
  TENON_PETSC(VecCreate(comm_.mpi(), vector.put()));
  TENON_PETSC(VecSetSizes(vector.get(), num_rows_, PETSC_DETERMINE));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

IndexSet ConstraintMatrix::multipliersOf(std::size_t group) const {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(get(), &first, nullptr));
  IndexSet set;
  TENON_PETSC(ISCreateStride(comm_.mpi(), groups_[group].count, first + groups_[group].first, 1, set.put()));
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), groups_[group].name.c_str()));
  return set;
}

}  // namespace tenon::la
