// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/force/solid/VaryingConstants.hpp"

#include <algorithm>

#include "fem/laws/VaryingLaw.hpp"
#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::force {

std::vector<std::vector<double>> meansOfCells(const std::vector<fem::Field>& fields, const fem::Region& region,
                                              const la::State& state) {
  std::vector<std::vector<double>> means;
  std::vector<double> values;
  for (const fem::RegionPart& part : region.parts()) {
    fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::stiffness));
    for (base::LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      integrator.setCell(part.nodesOf(cell), state.reference().data(), state.block());
      std::vector<double>& of_cell = means.emplace_back();
      for (const fem::Field& field : fields) {
        values.clear();
        double size = 0, sum = 0;
        for (int q = 0; q < integrator.numPoints(); ++q) {
          const fem::PointGeometry point = integrator.at(q);
          values.push_back(field.at(0, part, cell, point, 0.0));
          size += point.measure;
          sum += point.measure * values.back();
        }
        const bool is_constant = std::count(values.begin(), values.end(), values.front()) == integrator.numPoints();
        of_cell.push_back(field.inCell(part, cell, is_constant ? values.front() : sum / size));
      }
    }
  }
  return means;
}

std::unique_ptr<fem::MaterialLaw> combineLaws(std::vector<std::unique_ptr<fem::MaterialLaw>> laws,
                                              std::vector<int> of_cell) {
  return std::make_unique<fem::VaryingLaw>(std::move(laws), std::move(of_cell));
}

}  // namespace tenon::force
