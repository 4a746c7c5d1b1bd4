// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MultiplierSum.hpp"

#include <fmt/format.h>

namespace tenon::analysis {

void MultiplierSum::declare(base::Parameters<Data>& p) {
  p.required("constraint", &Data::constraint, "", "name of the constraint");
  p.optional("row", &Data::row, "",
             "row of each block of multipliers that is summed, from 0, such as 2 for the z component of a tie; -1: all "
             "rows");
}

MultiplierSum::MultiplierSum(const Data& data, const ObjectiveContext& context)
    : constraint_(context.constraint(data.constraint)), row_(data.row) {
  if (row_ < -1 || row_ >= constraint_.block())
    throw base::InputError(fmt::format("`row` must be -1 or from 0 to {} for the constraint '{}', but is {}.",
                                       constraint_.block() - 1, data.constraint, row_));
}

double MultiplierSum::value(const ObjectiveSample& sample) const {
  const std::vector<double> multipliers = sample.multipliers(constraint_);
  double sum = 0.0;
  for (std::size_t row = 0; row < multipliers.size(); ++row) sum += isIncluded(row) ? multipliers[row] : 0.0;
  return sample.comm().sum(sum);
}

void MultiplierSum::addDerivatives(const ObjectiveSample&, ObjectiveDerivatives& derivatives) const {
  const auto by_multipliers = derivatives.byMultipliersOf(constraint_);
  for (std::size_t row = 0; row < by_multipliers.size(); ++row) by_multipliers[row] += isIncluded(row) ? 1.0 : 0.0;
}

}  // namespace tenon::analysis
