// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CellFieldParameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ReferenceScope.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

constexpr double first_relative_step = 1e-4, smallest_relative_step = 1e-7;
constexpr std::array<double, 4> cell_offsets{-2.0, -1.0, 1.0, 2.0};

/// Returns the unit of the step in a cell.
double sizeOf(double value) {
  return value != 0.0 ? std::abs(value) : 1.0;
}

}  // namespace

/// Derivatives of the products of all cells by differences.
struct CellFieldParameter::Estimate {
  std::vector<double> derivatives;  // [owned cells], of fourth order
  double error = 0.0;  // largest difference between orders 2 and 4, relative to the derivative; on all ranks

  /// Returns true if the error of the fourth order is at most about 1e-10.
  bool isAccurate() const { return error <= 3e-6; }
};

CellFieldParameter::CellFieldParameter(MechanicalSystem& mechanics, std::string name, const std::string& place,
                                       MakeVaried make, const mesh::Mesh* mesh)
    : mechanics_(mechanics), name_(std::move(name)), make_(std::move(make)) {
  std::vector<double> values;
  VariedContributors varied;
  const ReferenceScope scope(mechanics_);
  base::runCollectively(mechanics_.comm(), [&] {
    varied = make_([&](std::int64_t, double value) {
      values.push_back(value);
      return value;
    });
  });
  const auto* const of_solid =
      varied.forces.empty() ? nullptr : dynamic_cast<const force::Solid*>(varied.forces.front().get());
  const fem::Region* const region = of_solid != nullptr ? of_solid->independentCells() : nullptr;
  const bool has_values = mechanics_.comm().sum(static_cast<std::int64_t>(values.size())) > 0;
  base::runCollectively(mechanics_.comm(), [&] {
    if (!has_values || region == nullptr)
      throw base::InputError(
          fmt::format("{}: the parameter '{}' has `per: cell`, but this quantity has no value in each cell: choose a "
                      "numeric constant of the `material` of a force `elastic`.",
                      place, name_));
  });
  storeCells(*region, values);
  if (mesh != nullptr) pairs_ = cellPairs(*mesh, *region);
}

CellFieldParameter::~CellFieldParameter() = default;

void CellFieldParameter::storeCells(const fem::Region& region, const std::vector<double>& of_all) {
  std::size_t first = 0;
  for (const fem::RegionPart& part : region.parts()) {
    const mesh::CellBlock& block = part.cells();
    const auto owned = static_cast<std::size_t>(part.numOwned());
    CellValues::Part& stored = cells_.parts.emplace_back();
    stored.type = mesh::info(part.type()).name;
    stored.num_cells = owned;
    stored.positions.assign(block.positions.begin(), block.positions.begin() + block.num_owned);
    for (std::size_t i = 0; i < owned; ++i) {
      const auto cell = static_cast<std::size_t>(part.cell(static_cast<base::LocalIndex>(i)));
      stored.indices.push_back(cell);
      cells_.elements.push_back(block.tags[cell]);
      cells_.values.push_back(of_all.at(first + i));
    }
    first += static_cast<std::size_t>(part.numCells());
  }
}

// Creates the solid for all offsets. A value out of range is an error on all ranks.
void CellFieldParameter::make(double step) {
  const ReferenceScope scope(mechanics_);
  for (std::size_t k = 0; k < cell_offsets.size(); ++k) {
    const double change = cell_offsets[k] * step;
    base::runCollectively(mechanics_.comm(), [&] {
      varied_[k] = make_([change](std::int64_t, double value) { return value + change * sizeOf(value); });
    });
  }
  step_ = step;
}

CellFieldParameter::Estimate CellFieldParameter::estimate(const EquationWeights& weights) const {
  mechanics_.updateMappedStates();
  const MappingGraph* const graph = mechanics_.mappings();
  const StateArrays on_all = graph != nullptr ? graph->applyJacobian(weights.forces) : weights.forces;
  std::vector<const la::State*> states = mechanics_.states();
  if (graph != nullptr) states.assign(graph->states().begin(), graph->states().end());
  const la::IncrementVector w([&](const la::State& state) {
    const auto found = std::find(states.begin(), states.end(), &state);
    base::ensure(found != states.end(), "A solid acts on a state that does not belong to the model.");
    return gsl::span<const double>(on_all[static_cast<std::size_t>(found - states.begin())]);
  });
  std::array<std::vector<double>, 4> products;
  for (std::size_t k = 0; k < products.size(); ++k) {
    auto& solid = dynamic_cast<force::Solid&>(*varied_[k]->forces.front());
    solid.setTime(weights.time);
    products[k].assign(size(), 0.0);
    solid.addCellProducts(w, solid.rayleigh_stiffness + mechanics_.rayleigh.stiffness, products[k]);
  }
  return difference(products);
}

// The differences of orders 2 and 4 are compared with the derivative in the cell and with the mean
// magnitude of all cells, because derivatives that are almost zero have no relative accuracy.
CellFieldParameter::Estimate CellFieldParameter::difference(const std::array<std::vector<double>, 4>& products) const {
  Estimate found;
  double magnitude = 0.0;
  bool is_finite = true;
  std::vector<double> errors;
  for (std::size_t c = 0; c < size(); ++c) {
    const double near = (products[2][c] - products[1][c]) / (2.0 * step_),
                 far = (products[3][c] - products[0][c]) / (4.0 * step_), scaled = (4.0 * near - far) / 3.0;
    const double round_off = (std::abs(products[1][c]) + std::abs(products[2][c])) * 4e-15 / step_;
    found.derivatives.push_back(scaled / sizeOf(cells_.values[c]));
    errors.push_back(std::max(std::abs(scaled - near) - round_off, 0.0));
    magnitude += std::abs(scaled);
    is_finite = is_finite && std::isfinite(scaled);
  }
  magnitude = mechanics_.comm().sum(magnitude);
  const double mean = magnitude / static_cast<double>(mechanics_.comm().sum(static_cast<std::int64_t>(size())));
  for (std::size_t c = 0; c < size(); ++c)
    if (errors[c] > 0.0)
      found.error =
          std::max(found.error, errors[c] / (std::abs(found.derivatives[c]) * sizeOf(cells_.values[c]) + mean));
  found.error = mechanics_.comm().max(found.error);
  if (!mechanics_.comm().all(is_finite)) found.error = std::numeric_limits<double>::infinity();
  return found;
}

void CellFieldParameter::addProducts(const EquationWeights& weights, gsl::span<double> gradient) {
  for (double step = step_ > 0.0 ? step_ : first_relative_step;; step *= 0.1) {
    const bool is_last = 0.5 * step < smallest_relative_step;
    try {
      if (step != step_) make(step);
    } catch (const base::InputError& error) {
      if (!error.isOnAllRanks()) throw;
      if (!is_last) continue;
      base::InputError refused(fmt::format(
          "The equations cannot be differentiated with respect to the parameter '{}', because values close to those of "
          "the case are not admissible: {}",
          name_, error.what()));
      refused.markOnAllRanks();
      throw refused;
    }
    const Estimate found = estimate(weights);
    if (!found.isAccurate() && !is_last) continue;
    if (!found.isAccurate())
      base::log().warn("Derivatives with respect to the parameter '{}' have relative errors of up to about {:.1e}.",
                       name_, found.error);
    for (std::size_t c = 0; c < size(); ++c) gradient[c] += found.derivatives[c];
    return;
  }
}

}  // namespace tenon::system
