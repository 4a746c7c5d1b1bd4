#include "proportionalRows.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace tenon::system {
namespace {

constexpr double alike = 1e-12;

/// A row's entries that are not zero.
struct Entries {
  std::vector<PetscInt> columns;
  std::vector<double> values;
  std::size_t largest() const {
    const auto at =
        std::max_element(values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    return static_cast<std::size_t>(at - values.begin());
  }
};

Entries entriesOf(Mat matrix, PetscInt row) {
  Entries entries;
  PetscInt count = 0;
  const PetscInt* columns = nullptr;
  const PetscScalar* values = nullptr;
  TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
  for (PetscInt k = 0; k < count; ++k) {
    if (values[k] == 0.0) continue;
    entries.columns.push_back(columns[k]);
    entries.values.push_back(values[k]);
  }
  TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  return entries;
}

/// Equal for multiples of a row, but for round-off at the borders of what is rounded.
std::size_t hashOf(const Entries& row) {
  std::size_t hash = row.columns.size();
  if (hash == 0) return hash;
  const auto mix = [&](std::size_t part) { hash = hash * 1099511628211u + part; };
  for (const PetscInt column : row.columns) mix(std::hash<PetscInt>()(column));
  const double scale = std::copysign(1e6 / std::abs(row.values[row.largest()]), row.values[0]);
  for (const double value : row.values) mix(std::hash<long>()(std::lround(value * scale)));
  return hash;
}

/// a = factor b; 0 where it is not.
double factorBetween(const Entries& a, const Entries& b) {
  if (a.columns != b.columns || a.columns.empty()) return 0.0;
  const std::size_t at = b.largest();
  const double factor = a.values[at] / b.values[at], size = std::abs(a.values[at]);
  for (std::size_t k = 0; k < a.values.size(); ++k)
    if (std::abs(a.values[k] - factor * b.values[k]) > alike * size) return 0.0;
  return factor;
}

}  // namespace

std::vector<DependentRows> proportionalRows(Mat G, const std::vector<ConstraintRow>& rows,
                                            const std::vector<double>& compliance) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, nullptr));
  std::vector<DependentRows> sets;
  std::unordered_map<std::size_t, std::vector<std::size_t>> known;  // sets by the hash of their rows
  for (const auto& row : rows) {
    if (!compliance.empty() && compliance[static_cast<std::size_t>(row.row - first)] > 0.0) continue;
    const Entries entries = entriesOf(G, row.row);
    auto& candidates = known[hashOf(entries)];
    bool is_new = true;
    for (const std::size_t s : candidates) {
      const double factor = factorBetween(entries, entriesOf(G, sets[s].rows.front().row));
      if (factor == 0.0) continue;
      sets[s].dependent.push_back(sets[s].rows.size());
      sets[s].rows.push_back(row);
      sets[s].null.push_back({-factor});
      is_new = false;
      break;
    }
    if (!is_new) continue;
    candidates.push_back(sets.size());
    sets.push_back({{row}, {}, {}});
  }
  sets.erase(std::remove_if(sets.begin(), sets.end(), [](const auto& set) { return set.dependent.empty(); }),
             sets.end());
  for (auto& set : sets)
    for (std::size_t k = 0; k < set.null.size(); ++k) {
      set.null[k].resize(set.rows.size(), 0.0);
      set.null[k][set.dependent[k]] = 1.0;
    }
  return sets;
}

}  // namespace tenon::system
