// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MultiplierSum.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "la/arrays.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::analysis {

void MultiplierSum::declare(base::Parameters<Data>& p) {
  p.required("constraint", &Data::constraint, "", "name of the constraint");
  p.optional("row", &Data::row, "",
             "row of each block of multipliers that is summed, from 0, such as 2 for the z component of a tie; -1: all "
             "rows");
}

MultiplierSum::MultiplierSum(const Data& data, const ObjectiveContext& context)
    : name_(fmt::format("multipliers of {}", data.constraint)), row_(data.row) {
  std::vector<std::string> names;
  for (const auto& constraint : context.mechanics.constraints()) names.push_back(constraint->name());
  const auto found = std::find(names.begin(), names.end(), data.constraint);
  if (found == names.end())
    throw base::InputError(
        fmt::format("There is no constraint '{}'{}", data.constraint, base::suggestionFor(data.constraint, names)));
  constraint_ = static_cast<std::size_t>(found - names.begin());
  const int block = context.mechanics.constraints()[constraint_]->block();
  if (row_ < -1 || row_ >= block)
    throw base::InputError(
        fmt::format("`row` must be -1 or from 0 to {} for the constraint '{}', but is {}.", block - 1, *found, row_));
}

// Returns the derivatives of the sum with respect to the multipliers of the rows of this rank.
std::vector<double> MultiplierSum::coefficients(const Equations& equations) const {
  const system::ConstraintJacobian& G = *equations.constraints();
  const la::NamedRows& rows = G.groups()[constraint_];
  const int block = equations.mechanics().constraints()[constraint_]->block();
  std::vector<double> coefficients(G.scales().size(), 0.0);
  for (base::LocalIndex i = 0; i < rows.count; ++i)
    if (row_ < 0 || i % block == row_) {
      const auto row = static_cast<std::size_t>(rows.first + i);
      coefficients[row] = G.scales()[row];
    }
  return coefficients;
}

double MultiplierSum::value(const Equations& equations, double) const {
  const std::vector<double> of_rows = coefficients(equations),
                            multipliers = la::entriesOf(equations.rows().multipliers());
  double sum = 0.0;
  for (std::size_t row = 0; row < of_rows.size(); ++row) sum += of_rows[row] * multipliers[row];
  return equations.comm().sum(sum);
}

void MultiplierSum::addDerivatives(const Equations& equations, double, Cotangents& cotangents) const {
  const std::vector<double> of_rows = coefficients(equations);
  la::WriteArray entries(cotangents.multipliers.get());
  for (std::size_t row = 0; row < of_rows.size(); ++row) entries[static_cast<PetscInt>(row)] += of_rows[row];
}

}  // namespace tenon::analysis
