// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AndersonAcceleration.hpp"

#include <Eigen/Core>
#include <cmath>

#include "base/dense.hpp"

namespace tenon::la {

double AndersonAcceleration::product(const std::vector<double>& a, const std::vector<double>& b,
                                     const std::vector<char>& is_owned) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (is_owned[i] != 0) sum += a[i] * b[i];
  return comm_.sum(sum);
}

std::vector<double> AndersonAcceleration::computeCoefficients(const std::vector<char>& is_owned) const {
  constexpr double regularisation = 1e-12;
  const auto count = static_cast<Eigen::Index>(history_.size()) - 1;
  const Iterate& last = history_.back();
  std::vector<std::vector<double>> changes;
  for (Eigen::Index i = 0; i < count; ++i) {
    changes.push_back(last.residual);
    const std::vector<double>& before = history_[static_cast<std::size_t>(i)].residual;
    for (std::size_t k = 0; k < before.size(); ++k) changes.back()[k] -= before[k];
  }
  Eigen::MatrixXd gram(count, count), right(count, 1);
  for (Eigen::Index i = 0; i < count; ++i) {
    const std::vector<double>& change = changes[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j <= i; ++j)
      gram(i, j) = gram(j, i) = product(change, changes[static_cast<std::size_t>(j)], is_owned);
    right(i, 0) = product(change, last.residual, is_owned);
  }
  const double largest = count > 0 ? gram.diagonal().maxCoeff() : 0.0;
  if (!(largest > 0.0)) return {};
  gram.diagonal().array() += regularisation * largest;
  const Eigen::MatrixXd solution = base::solvePositiveDefinite(gram, right);
  if (!solution.allFinite()) return {};
  return {solution.data(), solution.data() + count};
}

// The history is discarded if the residual grows, for example after a change of the active set. A
// combination that hardly moves x although its residual is not small is rejected.
std::vector<double> AndersonAcceleration::nextIterate(const std::vector<double>& x, const std::vector<double>& f,
                                                      const std::vector<char>& is_owned) {
  constexpr std::size_t most_iterates = 6;
  constexpr double growth = 2.0, least_step = 0.01;
  Iterate now{f, f, 0.0};
  for (std::size_t i = 0; i < x.size(); ++i) now.residual[i] -= x[i];
  now.norm = std::sqrt(product(now.residual, now.residual, is_owned));
  if (!history_.empty() && now.norm > growth * history_.back().norm) history_.clear();
  history_.push_back(std::move(now));
  if (history_.size() > most_iterates) history_.pop_front();
  const Iterate& last = history_.back();
  std::vector<double> next = f, step = last.residual;
  const std::vector<double> coefficients = this->computeCoefficients(is_owned);
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    for (std::size_t k = 0; k < next.size(); ++k) {
      const double change = coefficients[i] * (last.f[k] - history_[i].f[k]);
      next[k] -= change, step[k] -= change;
    }
  return std::sqrt(product(step, step, is_owned)) < least_step * last.norm ? f : next;
}

}  // namespace tenon::la
