// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TaylorDirection.hpp"

#include <cmath>
#include <utility>

namespace tenon::simulation {
namespace {

/// Returns a number between -1 and 1 that depends on the number of an element (splitmix64).
double componentOf(std::int64_t element) {
  auto bits = static_cast<std::uint64_t>(element) + 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30u)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27u)) * 0x94d049bb133111ebu;
  bits ^= bits >> 31u;
  return 2.0 * static_cast<double>(bits >> 11u) / 9007199254740992.0 - 1.0;
}

/// Returns the component of the direction in a cell.
double inCell(const GradientParameter& parameter, double factor, double first_step, std::int64_t element,
              double value) {
  return parameter.inRange(value, factor * componentOf(element), first_step);
}

}  // namespace

TaylorDirection::TaylorDirection(std::vector<GradientParameter> parameters, double first_step,
                                 const std::vector<double>& components)
    : parameters_(std::move(parameters)), first_step_(first_step), components_(components) {
  if (!components_.empty()) return;
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const GradientParameter& parameter = parameters_[p];
    const double d = std::cos(1.7 * static_cast<double>(p));
    components_.push_back(parameter.is_field ? 1.0 : parameter.inRange(parameter.value, d, first_step));
  }
}

double TaylorDirection::slope(const base::Communicator& comm, const GradientRunResult& result) const {
  double slope = 0.0, of_cells = 0.0;
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const GradientParameter& parameter = parameters_[p];
    const std::vector<double>& gradient = result.gradient.gradient[p];
    const system::CellValues& cells = result.cells[p];
    if (!parameter.is_field) slope += components_[p] * gradient[0] * parameter.slope(parameter.value);
    for (std::size_t c = 0; c < cells.values.size(); ++c)
      of_cells += inCell(parameter, components_[p], first_step_, cells.elements[c], cells.values[c]) * gradient[c] *
                  parameter.slope(cells.values[c]);
  }
  return slope + comm.sum(of_cells);
}

CaseFile TaylorDirection::moved(const CaseFile& file, double h) const {
  CaseFile other = file;
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const GradientParameter& parameter = parameters_[p];
    const double component = components_[p], first_step = first_step_;
    if (parameter.is_field)
      other =
          withField(other, parameter.name, [parameter, component, first_step, h](std::int64_t element, double value) {
            return parameter.moved(value, h * inCell(parameter, component, first_step, element, value));
          });
    else
      other = withParameter(other, parameter.name, parameter.moved(parameter.value, h * component));
  }
  return other;
}

}  // namespace tenon::simulation
