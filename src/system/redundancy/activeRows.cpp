// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "activeRows.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::system {
namespace {

std::int32_t bodyOf(const MechanicalSystem& mechanics, const la::State* state) {
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b)
    if (&mechanics.bodies()[b]->state() == state) return static_cast<std::int32_t>(b);
  return -1;
}

void measureRows(Mat G, std::vector<ConstraintRow>& rows) {
  for (auto& row : rows) {
    PetscInt count = 0;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(G, row.row, &count, nullptr, &values));
    for (PetscInt k = 0; k < count; ++k) row.size += std::abs(values[k]) / row.scale;
    TENON_PETSC(MatRestoreRow(G, row.row, &count, nullptr, &values));
  }
}

}  // namespace

std::vector<ConstraintRow> activeRows(const MechanicalSystem& mechanics, Mat G) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, nullptr));
  const PetscInt first_owned = first;
  std::vector<ConstraintRow> rows;
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c) {
    const auto& constraint = *mechanics.constraints()[c];
    const LocalIndex count = constraint.numRows(), block = constraint.block();
    const std::int64_t before = mechanics.comm().exclusiveSum(static_cast<long>(count));
    const std::int32_t body = bodyOf(mechanics, constraint.carrier());
    const std::vector<LocalIndex> nodes = constraint.carrierNodes();
    for (LocalIndex r = 0; r < count && constraint.active && !constraint.isUnilateral(); ++r) {
      if (mechanics.dropped()[static_cast<std::size_t>(first - first_owned + r)] != 0) continue;
      ConstraintRow row;
      row.row = first + r;
      row.constraint = static_cast<std::int32_t>(c);
      row.number = before + r;
      row.scale = constraint.scale;
      const auto at = static_cast<std::size_t>(r / block);
      if (body >= 0 && at < nodes.size()) {
        row.body = body;
        row.component = block > 1 ? r % block : -1;
        row.number =
            mechanics.bodies()[static_cast<std::size_t>(body)]->mesh().nodeTags()[static_cast<std::size_t>(nodes[at])];
      }
      rows.push_back(row);
    }
    first += count;
  }
  measureRows(G, rows);
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ConstraintRow& row) { return row.size == 0.0; }),
             rows.end());
  return rows;
}

}  // namespace tenon::system
