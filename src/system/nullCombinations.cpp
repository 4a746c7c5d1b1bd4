#include "nullCombinations.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace tenon::system {
namespace {

constexpr double nothing_left = 1e-12, as_large = 0.5;

/// G diag(A)^-1 G^T + C of the group.
Eigen::MatrixXd weightedGram(const RowGroup& group) {
  struct Place {
    PetscInt column;
    Eigen::Index row;
    double value;
  };
  std::vector<Place> places;
  const auto size = static_cast<Eigen::Index>(group.rows.size());
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index r = 0; r < size; ++r) {
    S(r, r) = group.compliance[static_cast<std::size_t>(r)];
    for (const auto& entry : group.entries[static_cast<std::size_t>(r)])
      places.push_back({entry.column, r, entry.value});
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.column != b.column ? a.column < b.column : a.row < b.row; });
  for (auto begin = places.begin(); begin != places.end();) {
    auto end = begin;
    while (end != places.end() && end->column == begin->column) ++end;
    for (auto a = begin; a != end; ++a)
      for (auto b = begin; b != end; ++b) S(a->row, b->row) += a->value * b->value;
    begin = end;
  }
  return S;
}

/// Rows in the order in which the factorisation takes them, those that it does not take at the end.
struct Pivots {
  std::vector<Eigen::Index> rows;
  Eigen::Index rank = 0;
};

// Right-looking; S has a unit diagonal, or zeros there.
Pivots factor(Eigen::MatrixXd S) {
  Pivots pivots;
  std::vector<Eigen::Index> left(static_cast<std::size_t>(S.rows()));
  for (std::size_t r = 0; r < left.size(); ++r) left[r] = static_cast<Eigen::Index>(r);
  while (!left.empty()) {
    double largest = 0.0;
    for (const auto r : left) largest = std::max(largest, S(r, r));
    if (largest <= nothing_left) break;
    const auto next =
        std::find_if(left.begin(), left.end(), [&](Eigen::Index r) { return S(r, r) >= as_large * largest; });
    const Eigen::Index pivot = *next;
    left.erase(next);
    pivots.rows.push_back(pivot);
    const Eigen::VectorXd column = S.col(pivot) / std::sqrt(S(pivot, pivot));
    for (const auto c : left)
      for (const auto r : left) S(r, c) -= column[r] * column[c];
  }
  pivots.rank = static_cast<Eigen::Index>(pivots.rows.size());
  pivots.rows.insert(pivots.rows.end(), left.begin(), left.end());
  return pivots;
}

}  // namespace

DependentRows nullCombinations(const RowGroup& group) {
  const Eigen::MatrixXd S = weightedGram(group);
  const Eigen::VectorXd size = S.diagonal().cwiseSqrt(),
                        inverse = (size.array() > 0.0).select(size.cwiseInverse(), Eigen::VectorXd::Zero(size.size()));
  const Eigen::MatrixXd scaled = inverse.asDiagonal() * S * inverse.asDiagonal();
  const Pivots pivots = factor(scaled);
  const Eigen::Index rank = pivots.rank, missing = S.rows() - rank;
  DependentRows found;
  found.rows = group.rows;
  if (missing == 0) return found;
  Eigen::MatrixXd S11(rank, rank), S12(rank, missing);
  for (Eigen::Index i = 0; i < rank; ++i)
    for (Eigen::Index j = 0; j < S.rows(); ++j)
      (j < rank ? S11(i, j) : S12(i, j - rank)) =
          scaled(pivots.rows[static_cast<std::size_t>(i)], pivots.rows[static_cast<std::size_t>(j)]);
  const Eigen::MatrixXd follows = rank > 0 ? Eigen::MatrixXd(S11.llt().solve(S12)) : S12;
  for (Eigen::Index k = 0; k < missing; ++k) {
    const Eigen::Index row = pivots.rows[static_cast<std::size_t>(rank + k)];
    std::vector<double> z(group.rows.size(), 0.0);
    for (Eigen::Index i = 0; i < rank; ++i) {
      const Eigen::Index of = pivots.rows[static_cast<std::size_t>(i)];
      z[static_cast<std::size_t>(of)] = -follows(i, k) * inverse[of] * size[row];
    }
    z[static_cast<std::size_t>(row)] = 1.0;
    found.dependent.push_back(static_cast<std::size_t>(row));
    found.null.push_back(std::move(z));
  }
  return found;
}

}  // namespace tenon::system
