// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Input and output of matrices and vectors of bushings in a case.
#include <fmt/format.h>

#include "Bushing.hpp"

namespace tenon::force {
namespace {

std::vector<double> numbersOf(const base::CaseNode& node) {
  std::vector<double> numbers;
  for (const base::CaseNode& item : node.items()) numbers.push_back(item.number());
  if (numbers.size() != 6 && numbers.size() != 3)
    node.fail(fmt::format("the number of components must be 6 (or 3 in two dimensions), but is {}.", numbers.size()));
  return numbers;
}

}  // namespace

void readValue(const base::CaseNode& node, BushingMatrix& matrix) {
  const auto rows = node.items();
  if (rows.empty() || rows.front().isScalar()) {
    const std::vector<double> numbers = numbersOf(node);
    matrix.given =
        Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())).asDiagonal();
    return;
  }
  const auto size = static_cast<Eigen::Index>(rows.size());
  if (size != 6 && size != 3)
    node.fail(fmt::format("the number of rows must be 6 (or 3 in two dimensions), but is {}.", size));
  matrix.given.resize(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::vector<double> row = numbersOf(rows[static_cast<std::size_t>(i)]);
    if (static_cast<Eigen::Index>(row.size()) != size)
      rows[static_cast<std::size_t>(i)].fail(
          fmt::format("a row must contain {} numbers, but contains {}.", size, row.size()));
    for (Eigen::Index j = 0; j < size; ++j) matrix.given(i, j) = row[static_cast<std::size_t>(j)];
  }
}

void readValue(const base::CaseNode& node, BushingVector& vector) {
  vector.given = numbersOf(node);
}

std::string printValue(const BushingMatrix& matrix) {
  return matrix.given.size() == 0 ? "0" : fmt::format("{} x {} numbers", matrix.given.rows(), matrix.given.cols());
}

std::string printValue(const BushingVector& vector) {
  return vector.given.empty() ? "0" : fmt::format("[{}]", fmt::join(vector.given, ", "));
}

}  // namespace tenon::force
