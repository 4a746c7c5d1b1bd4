// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RowBlocks.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/dense.hpp"

namespace tenon::contact {
namespace {

using base::Vec6;

// Eigenvalue of a block with unit diagonal below which a combination is redundant.
constexpr double dependent = 1e-10;

/// Returns the contribution of a body to a row; adds a zero contribution if there is none.
Vec6& partOf(ExactRow& row, LocalIndex body) {
  for (ExactRow::BodyTerm& part : row.parts)
    if (part.body == body) return part.slope;
  row.parts.push_back({body, Vec6::Zero()});
  return row.parts.back().slope;
}

ExactRow localRow(const ExactRows::BodyTerms& parts, const la::Layout& layout) {
  ExactRow row;
  for (const auto& part : parts) partOf(row, layout.local(part.body)) += part.slope;
  return row;
}

}  // namespace

RowBlocks::RowBlocks(const ExactRows& exact, const ConeProblem& problem) : num_exact_(exact.size()) {
  std::size_t first = 0;
  for (const int rows : exact.blocks) {
    const std::size_t end = first + static_cast<std::size_t>(rows);
    if (exact.frictionOf(first) > 0.0) {
      addSliding(exact, first, problem.layout);
      first = end;
      continue;
    }
    const bool has_bound =
        std::any_of(exact.has_bound.begin() + static_cast<std::ptrdiff_t>(first),
                    exact.has_bound.begin() + static_cast<std::ptrdiff_t>(end), [](char bound) { return bound != 0; });
    const std::size_t together = has_bound ? 1 : static_cast<std::size_t>(rows);
    for (; first < end; first += together) add(exact, first, together, problem);
  }
}

void RowBlocks::add(const ExactRows& exact, std::size_t first, std::size_t count, const ConeProblem& problem) {
  const auto n = static_cast<Eigen::Index>(count);
  std::vector<ExactRow> rows;
  for (std::size_t r = first; r < first + count; ++r) rows.push_back(localRow(exact.slopes[r], problem.layout));
  Eigen::MatrixXd W(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j)
      W(i, j) = W(j, i) = problem.coupling(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
  const Eigen::VectorXd lengths = W.diagonal().cwiseMax(0.0).cwiseSqrt();
  const Eigen::VectorXd inverse = lengths.unaryExpr([](double length) { return length > 0.0 ? 1.0 / length : 0.0; });
  const base::Eigenpairs modes = base::computeEigenpairs(inverse.asDiagonal() * W * inverse.asDiagonal());
  TransformedBlock block{first, rows_.size(), {}, {}};
  // Eigenvalues are ascending: the last ones are kept.
  const Eigen::Index kept = (modes.values.array() > dependent).count();
  const Eigen::VectorXd roots = modes.values.tail(kept).cwiseSqrt();
  const Eigen::MatrixXd vectors = modes.vectors.rightCols(kept).transpose();
  block.T = roots.cwiseInverse().asDiagonal() * vectors * inverse.asDiagonal();
  block.back = roots.asDiagonal() * vectors * lengths.asDiagonal();
  for (Eigen::Index k = 0; k < kept; ++k) {
    ExactRow combination;
    combination.has_bound = exact.has_bound[first] != 0;
    for (Eigen::Index i = 0; i < n; ++i)
      for (const ExactRow::BodyTerm& part : rows[static_cast<std::size_t>(i)].parts)
        partOf(combination, part.body) += block.T(k, i) * part.slope;
    rows_.push_back(std::move(combination));
    first_of_.push_back(first);
  }
  blocks_.push_back(std::move(block));
}

// Without bodies the gap cannot close, and its rows are omitted.
void RowBlocks::addSliding(const ExactRows& exact, std::size_t first, const la::Layout& layout) {
  const Eigen::Index kept = exact.slopes[first].empty() ? 0 : 3;
  const Eigen::MatrixXd same = Eigen::MatrixXd::Identity(kept, 3);
  blocks_.push_back({first, rows_.size(), same, same});
  if (kept == 0) return;
  slidings_.push_back({rows_.size(), exact.friction[first]});
  for (std::size_t r = first; r < first + 3; ++r) {
    rows_.push_back(localRow(exact.slopes[r], layout));
    rows_.back().is_in_cone = true;
    first_of_.push_back(first);
  }
}

std::vector<double> RowBlocks::combined(const std::vector<double>& exact) const {
  std::vector<double> values(rows_.size());
  for (const TransformedBlock& block : blocks_)
    Eigen::Map<Eigen::VectorXd>(values.data() + block.first, block.T.rows()) =
        block.T * Eigen::Map<const Eigen::VectorXd>(exact.data() + block.first_exact, block.T.cols());
  return values;
}

std::vector<double> RowBlocks::impulses(const double* y) const {
  std::vector<double> exact(num_exact_);
  for (const TransformedBlock& block : blocks_)
    Eigen::Map<Eigen::VectorXd>(exact.data() + block.first_exact, block.T.cols()) =
        block.T.transpose() * Eigen::Map<const Eigen::VectorXd>(y + block.first, block.T.rows());
  return exact;
}

std::vector<double> RowBlocks::fromImpulses(const std::vector<double>& exact) const {
  std::vector<double> values(rows_.size());
  for (const TransformedBlock& block : blocks_)
    Eigen::Map<Eigen::VectorXd>(values.data() + block.first, block.back.rows()) =
        block.back * Eigen::Map<const Eigen::VectorXd>(exact.data() + block.first_exact, block.back.cols());
  return values;
}

void RowBlocks::limitNorms(const std::vector<double>& than, std::vector<double>& values) const {
  for (const TransformedBlock& block : blocks_) {
    Eigen::Map<Eigen::VectorXd> mine(values.data() + block.first, block.T.rows());
    const double most = Eigen::Map<const Eigen::VectorXd>(than.data() + block.first, block.T.rows()).norm();
    if (const double length = mine.norm(); length > most) mine *= most / length;
  }
}

}  // namespace tenon::contact
