// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/laws/InternalVariables.hpp"

#include <algorithm>
#include <utility>

#include "tenon/base/check.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::fem {
namespace {

std::size_t batchesOf(const RegionPart& part) {
  return static_cast<std::size_t>((part.numCells() + base::num_lanes - 1) / base::num_lanes);
}

}  // namespace

InternalVariables::InternalVariables(int num_internal, const Region& region, std::string name)
    : num_internal_(num_internal), region_(&region), name_(std::move(name)) {
  if (isEmpty()) return;
  for (std::size_t p = 0; p < region.parts().size(); ++p)
    parts_.emplace_back(batchesOf(region.parts()[p]) * static_cast<std::size_t>(numPerCell(p)));
}

int InternalVariables::numPerCell(std::size_t part) const {
  return num_internal_ * numPointsFor(region_->parts()[part].type(), Purpose::stiffness);
}

void InternalVariables::replace(std::vector<std::vector<base::Lane>> parts, double time) {
  parts_ = std::move(parts);
  time_ = time;
}

std::vector<double> InternalVariables::values() const {
  std::vector<double> values;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto width = static_cast<std::size_t>(numPerCell(p));
    for (LocalIndex cell = 0; cell < region_->parts()[p].numCells(); ++cell) {
      const base::Lane* batch = &parts_[p][static_cast<std::size_t>(cell / base::num_lanes) * width];
      for (std::size_t k = 0; k < width; ++k) values.push_back(batch[k][cell % base::num_lanes]);
    }
  }
  return values;
}

// Lanes beyond the last cell repeat its values, as in the kernels.
void InternalVariables::restore(const std::vector<double>& values, double time) {
  std::size_t first = 0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto width = static_cast<std::size_t>(numPerCell(p));
    const auto cells = static_cast<std::size_t>(region_->parts()[p].numCells());
    base::ensure(first + cells * width <= values.size(),
                 "The number of stored internal variables is less than the number that the cells require.");
    for (std::size_t i = 0; i < batchesOf(region_->parts()[p]) * base::num_lanes; ++i) {
      const double* of_cell = values.data() + first + std::min(i, cells - 1) * width;
      base::Lane* batch = &parts_[p][i / base::num_lanes * width];
      for (std::size_t k = 0; k < width; ++k) batch[k][static_cast<int>(i % base::num_lanes)] = of_cell[k];
    }
    first += cells * width;
  }
  time_ = time;
}

}  // namespace tenon::fem
