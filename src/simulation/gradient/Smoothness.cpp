// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Smoothness.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::simulation {
namespace {

/// Values of all cells, in the order of the element numbers.
class AllCells {
 public:
  AllCells(const base::Communicator& comm, const system::CellValues& cells)
      : elements_(comm.gatherAll(cells.elements)), values_(elements_.size(), 0.0) {
    std::sort(elements_.begin(), elements_.end());
    for (std::size_t c = 0; c < cells.elements.size(); ++c) values_[indexOf(cells.elements[c])] = cells.values[c];
    comm.sumInPlace(gsl::span<double>(values_));
  }

  std::size_t size() const { return elements_.size(); }
  double value(std::size_t index) const { return values_[index]; }
  std::size_t indexOf(std::int64_t element) const {
    return static_cast<std::size_t>(std::lower_bound(elements_.begin(), elements_.end(), element) - elements_.begin());
  }

 private:
  std::vector<std::int64_t> elements_;
  std::vector<double> values_;
};

}  // namespace

Smoothness::Smoothness(const base::Communicator& comm, const GradientParameter& parameter,
                       const system::CellFieldParameter& field) {
  const AllCells all(comm, field.cells());
  const auto scaled = [&](std::size_t index) {
    return parameter.is_logarithmic ? std::log(all.value(index)) : all.value(index);
  };
  std::vector<double> of_scaled(all.size(), 0.0);
  for (const system::CellPair& pair : field.pairs()) {
    const std::size_t first = all.indexOf(pair.first), second = all.indexOf(pair.second);
    const double difference = scaled(first) - scaled(second), slope = parameter.smoothness * pair.weight * difference;
    value_ += 0.5 * slope * difference;
    of_scaled[first] += slope, of_scaled[second] -= slope;
  }
  value_ = comm.sum(value_);
  comm.sumInPlace(gsl::span<double>(of_scaled));
  for (const std::int64_t element : field.cells().elements) {
    const std::size_t index = all.indexOf(element);
    derivatives_.push_back(parameter.is_logarithmic ? of_scaled[index] / all.value(index) : of_scaled[index]);
  }
}

void Smoothness::addDerivatives(std::vector<double>& gradient) const {
  for (std::size_t c = 0; c < gradient.size(); ++c) gradient[c] += derivatives_[c];
}

}  // namespace tenon::simulation
