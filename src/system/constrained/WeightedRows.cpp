#include "WeightedRows.hpp"

#include <cmath>

#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::system {
namespace {

/// G diag(A)^-1/2, with the same pattern.
void weigh(Mat G, Vec diagonal, la::Matrix& weighted) {
  const la::Vector weights = la::like(diagonal);
  TENON_PETSC(VecCopy(diagonal, weights.get()));
  for (double& weight : la::WriteArray(weights.get())) weight = weight > 0.0 ? 1.0 / std::sqrt(weight) : 1.0;
  if (weighted)
    TENON_PETSC(MatCopy(G, weighted.get(), SAME_NONZERO_PATTERN));
  else
    TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, weighted.put()));
  TENON_PETSC(MatDiagonalScale(weighted.get(), nullptr, weights.get()));
}

/// The row's weighted entries; `whether_held`: whether conditions hold some of its unknowns.
std::vector<RowEntry> entriesOf(Mat G, Mat weighted, const ConstraintRow& row, bool& whether_held) {
  const double size = row.size * std::abs(row.scale);
  std::vector<RowEntry> entries;
  std::vector<char> is_there;
  PetscInt count = 0;
  const PetscInt* columns = nullptr;
  const PetscScalar* values = nullptr;
  double left = 0.0;
  TENON_PETSC(MatGetRow(G, row.row, &count, nullptr, &values));
  for (PetscInt k = 0; k < count; ++k) {
    left += std::abs(values[k]);
    is_there.push_back(std::abs(values[k]) > round_off * size ? 1 : 0);
  }
  TENON_PETSC(MatRestoreRow(G, row.row, &count, nullptr, &values));
  whether_held = std::abs(left - size) > 1e-12 * size;
  TENON_PETSC(MatGetRow(weighted, row.row, &count, &columns, &values));
  for (PetscInt k = 0; k < count; ++k)
    if (is_there[static_cast<std::size_t>(k)] != 0) entries.push_back({columns[k], values[k]});
  TENON_PETSC(MatRestoreRow(weighted, row.row, &count, &columns, &values));
  return entries;
}

}  // namespace

void WeightedRows::add(const ConstraintRow& row, double of_C, gsl::span<const RowEntry> of_row) {
  rows.push_back(row);
  compliance.push_back(of_C);
  entries.insert(entries.end(), of_row.begin(), of_row.end());
  starts.push_back(entries.size());
}

WeightedRows WeightedRows::kept(const std::vector<char>& flags) const {
  WeightedRows left;
  for (std::size_t r = 0; r < size(); ++r)
    if (flags[r] != 0) left.add(rows[r], compliance[r], of(r));
  return left;
}

double WeightedRows::squareOf(std::size_t row) const {
  double square = 0.0;
  for (const RowEntry& entry : of(row)) square += entry.value * entry.value;
  return square;
}

WeightedRows weightedRows(Mat G, Vec diagonal, const std::vector<ConstraintRow>& rows,
                          const std::vector<double>& compliance, la::Matrix& weighted) {
  weigh(G, diagonal, weighted);
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, nullptr));
  WeightedRows all;
  for (ConstraintRow row : rows) {
    const auto entries = entriesOf(G, weighted.get(), row, row.is_held);
    all.add(row, compliance.empty() ? 0.0 : compliance[static_cast<std::size_t>(row.row - first)], entries);
  }
  return all;
}

}  // namespace tenon::system
