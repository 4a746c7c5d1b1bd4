// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FieldVariables.hpp"

#include <algorithm>
#include <utility>

#include "io/RowOrder.hpp"
#include "tenon/base/check.hpp"

namespace tenon::simulation {
namespace {

/// Returns the ordinal number of an element.
std::size_t ordinalOf(const std::vector<std::int64_t>& elements, std::int64_t element) {
  const auto found = std::lower_bound(elements.begin(), elements.end(), element);
  base::ensure(found != elements.end() && *found == element,
               "A cell does not belong to the field of the optimisation.");
  return static_cast<std::size_t>(found - elements.begin());
}

}  // namespace

FieldVariables::FieldVariables(const base::Communicator& comm, GradientParameter parameter,
                               const system::CellValues& cells)
    : comm_(comm), parameter_(std::move(parameter)) {
  std::vector<std::int64_t> elements = comm.gatherAll(cells.elements);
  std::sort(elements.begin(), elements.end());
  elements_ = std::make_shared<const std::vector<std::int64_t>>(std::move(elements));
  std::vector<std::int64_t> rows;
  for (const std::int64_t element : cells.elements)
    rows.push_back(static_cast<std::int64_t>(ordinalOf(*elements_, element)));
  start_ = io::RowOrder(comm_, rows, static_cast<std::int64_t>(elements_->size())).arrange(cells.values);
}

ScaledParameter FieldVariables::scaled(std::size_t variable) const {
  GradientParameter of_cell = parameter_;
  of_cell.value = start_[variable];
  return ScaledParameter(of_cell);
}

void FieldVariables::appendTo(solver::MinimisationProblem& problem) const {
  for (std::size_t v = 0; v < size(); ++v) {
    const ScaledParameter variable = scaled(v);
    problem.start.push_back(0.0);
    problem.lower.push_back(variable.lower());
    problem.upper.push_back(variable.upper());
  }
}

system::CellFieldParameter::CellChange FieldVariables::changeAt(gsl::span<const double> x) const {
  std::vector<double> of_rank;
  for (std::size_t v = 0; v < size(); ++v) of_rank.push_back(scaled(v).valueAt(x[v]));
  const auto values = std::make_shared<const std::vector<double>>(comm_.gatherAll(of_rank));
  return
      [elements = elements_, values](std::int64_t element, double) { return (*values)[ordinalOf(*elements, element)]; };
}

std::vector<double> FieldVariables::gradient(gsl::span<const double> x, const system::CellValues& cells,
                                             const std::vector<double>& derivatives) const {
  std::vector<std::int64_t> rows;
  for (const std::int64_t element : cells.elements)
    rows.push_back(static_cast<std::int64_t>(ordinalOf(*elements_, element)));
  std::vector<double> gradient =
      io::RowOrder(comm_, rows, static_cast<std::int64_t>(elements_->size())).arrange(derivatives);
  for (std::size_t v = 0; v < size(); ++v) {
    const ScaledParameter variable = scaled(v);
    gradient[v] *= variable.slopeAt(variable.valueAt(x[v]));
  }
  return gradient;
}

}  // namespace tenon::simulation
