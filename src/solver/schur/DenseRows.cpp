// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DenseRows.hpp"

#include <map>

#include "base/dense.hpp"
#include "la/MatrixRow.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

struct RowEntry {
  PetscInt row, column;
  double value;
};

/// Gathers the entries of some rows from all ranks.
std::vector<RowEntry> gather(Mat G, const std::vector<PetscInt>& rows, double negligible) {
  std::vector<RowEntry> entries;
  for (const PetscInt r : rows) {
    const la::MatrixRow row(G, r);
    for (PetscInt k = 0; k < row.size; ++k)
      if (row.isSignificant(k, negligible)) entries.push_back({r, row.columns[k], row.values[k]});
  }
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(G))).gatherAll(entries);
}

/// Numbers the keys 0, 1, ... in ascending order.
void number(std::map<PetscInt, Eigen::Index>& keys) {
  Eigen::Index next = 0;
  for (auto& [key, index] : keys) index = next++;
}

}  // namespace

DenseRows::DenseRows(Mat G, const std::vector<PetscInt>& rows, double negligible)
    : rows_(base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(G))).gatherAll(rows)) {
  const std::vector<RowEntry> entries = gather(G, rows, negligible);
  std::map<PetscInt, Eigen::Index> row_of, column_of;
  for (const PetscInt r : rows_) row_of.emplace(r, 0);
  for (const RowEntry& entry : entries) column_of.emplace(entry.column, 0);
  number(row_of);  // Rows are gathered by rank, hence in this order.
  number(column_of);
  const auto c = static_cast<Eigen::Index>(rows_.size());
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(c, static_cast<Eigen::Index>(column_of.size()));
  for (const RowEntry& entry : entries) dense(row_of.at(entry.row), column_of.at(entry.column)) = entry.value;
  const Eigen::VectorXd lengths = dense.rowwise().norm();
  dense = lengths.cwiseInverse().asDiagonal() * dense;
  const std::vector<Eigen::Index> independent = base::independentColumns(dense);
  if (static_cast<Eigen::Index>(independent.size()) < c) return;
  inverse_ = base::inverse(dense(Eigen::all, independent)) * lengths.cwiseInverse().asDiagonal();
  std::vector<PetscInt> columns;
  for (const auto& [column, index] : column_of) columns.push_back(column);
  for (const Eigen::Index k : independent) columns_.push_back(columns[static_cast<std::size_t>(k)]);
}

}  // namespace tenon::solver
