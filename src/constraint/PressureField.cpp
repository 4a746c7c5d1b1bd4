// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PressureField.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "fem/plane.hpp"
#include "fem/search/ghostCells.hpp"
#include "fem/shapes.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

using base::InputError;

PressureField::PressureField(const Data& data, const fem::Domain& domain, const std::string& name)
    : data_(data), domain_(domain), region_(domain, data.group, domain.dimension(), name) {
  data_.thickness = fem::thicknessOf(domain_, data_.thickness, name);
  const base::Communicator& comm = domain_.mesh.comm();
  base::runCollectively(comm, [&] { requireStable(name); });
  numberRows();
  const bool any = comm.any(numRows() > 0);
  base::runCollectively(comm, [&] {
    if (!any) throw InputError(fmt::format("The constraint '{}' contains no cells.", name));
  });
  numberTerms();
  forEachPoint([&](const LocalIndex*, const fem::PointGeometry&, const std::vector<PressureTerm>& shares) {
    for (const PressureTerm& share : shares) volumes_[static_cast<std::size_t>(share.row)] += share.weight;
  });
}

void PressureField::requireStable(const std::string& name) const {
  if (!data_.is_linear) return;
  for (const fem::RegionPart& part : region_.parts())
    if (part.numCells() > 0 && fem::orderOf(part.type()) == 1)
      throw InputError(
          fmt::format("'{}': object '{}' has first-order cells ({}), for which a linear pressure is unstable: use a "
                      "second-order mesh, or `pressure: constant`.",
                      name, data_.object, mesh::info(part.type()).name));
}

fem::QuadratureRule PressureField::ruleOf(mesh::CellType type) const {
  return data_.is_linear ? fem::quadrature(type, fem::massDegree(type))
                         : fem::quadrature(type, fem::Purpose::stiffness);
}

std::vector<std::vector<double>> PressureField::functionsAt(mesh::CellType type,
                                                            const fem::QuadratureRule& rule) const {
  std::vector<std::vector<double>> values(rule.points.size(), {1.0});
  if (!data_.is_linear) return values;
  for (std::size_t q = 0; q < values.size(); ++q) {
    values[q].resize(static_cast<std::size_t>(fem::numVertices(type)));
    fem::shapeFunctions(fem::linearType(type), rule.points[q].data(), values[q].data());
  }
  return values;
}

void PressureField::numberRows() {
  const la::Layout& layout = domain_.mesh.layout();
  if (data_.is_linear) {
    for (const fem::RegionPart& part : region_.parts())
      for (LocalIndex cell = 0; cell < part.numCells(); ++cell)
        std::copy_if(part.nodesOf(cell), part.nodesOf(cell) + fem::numVertices(part.type()),
                     std::back_inserter(vertices_), [&](LocalIndex node) { return layout.isOwned(node); });
    std::sort(vertices_.begin(), vertices_.end());
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
  }
  LocalIndex next_cell = 0;
  for (const fem::RegionPart& part : region_.parts()) {
    std::vector<LocalIndex>& rows = parts_.emplace_back().row;
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      if (!data_.is_linear) {
        rows.push_back(cell < part.numOwned() ? next_cell++ : -1);
        continue;
      }
      for (int v = 0; v < fem::numVertices(part.type()); ++v) {
        const auto vertex = std::lower_bound(vertices_.begin(), vertices_.end(), part.nodesOf(cell)[v]);
        const bool is_owned = vertex != vertices_.end() && *vertex == part.nodesOf(cell)[v];
        rows.push_back(is_owned ? static_cast<LocalIndex>(vertex - vertices_.begin()) : -1);
      }
    }
  }
  volumes_.assign(data_.is_linear ? vertices_.size() : static_cast<std::size_t>(next_cell), 0.0);
}

void PressureField::numberTerms() {
  std::vector<std::vector<LocalIndex>> nodes(volumes_.size());
  const auto forEachRow = [&](auto&& visit) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const fem::RegionPart& part = region_.parts()[p];
      const auto count = static_cast<std::size_t>(numFunctions(part.type()));
      for (std::size_t i = 0; i < parts_[p].row.size(); ++i) {
        const LocalIndex* of_cell = part.nodesOf(static_cast<LocalIndex>(i / count));
        visit(parts_[p], parts_[p].row[i],
              gsl::span<const LocalIndex>(of_cell, static_cast<std::size_t>(fem::numNodes(part.type()))));
      }
    }
  };
  forEachRow([&](PartRows&, LocalIndex row, gsl::span<const LocalIndex> of_cell) {
    if (row < 0) return;
    auto& of_row = nodes[static_cast<std::size_t>(row)];
    of_row.insert(of_row.end(), of_cell.begin(), of_cell.end());
  });
  first_.assign(1, 0);
  for (auto& of_row : nodes) {
    std::sort(of_row.begin(), of_row.end());
    of_row.erase(std::unique(of_row.begin(), of_row.end()), of_row.end());
    nodes_.insert(nodes_.end(), of_row.begin(), of_row.end());
    first_.push_back(nodes_.size());
  }
  forEachRow([&](PartRows& part, LocalIndex row, gsl::span<const LocalIndex> of_cell) {
    for (const LocalIndex node : of_cell) {
      if (row < 0) {
        part.term.push_back(-1);
        continue;
      }
      const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(firstTerm(row));
      const auto end = nodes_.begin() + static_cast<std::ptrdiff_t>(firstTerm(row + 1));
      part.term.push_back(static_cast<LocalIndex>(std::lower_bound(begin, end, node) - nodes_.begin()));
    }
  });
}

std::vector<Constraint::RowKey> PressureField::rowKeys() const {
  std::vector<Constraint::RowKey> places;
  for (const LocalIndex vertex : vertices_) places.push_back({&domain_.state, vertex});
  if (data_.is_linear) return places;
  for (const fem::RegionPart& part : region_.parts())
    for (LocalIndex cell = 0; cell < part.numOwned(); ++cell)
      places.push_back({&domain_.state, -1, -1, part.cells().tags[static_cast<std::size_t>(part.cell(cell))]});
  return places;
}

std::vector<double> PressureField::vertexValues(gsl::span<const double> lambda) const {
  std::vector<double> pressures(static_cast<std::size_t>(domain_.state.layout().numLocal()), 0.0);
  for (std::size_t i = 0; i < vertices_.size(); ++i) pressures[static_cast<std::size_t>(vertices_[i])] = lambda[i];
  domain_.state.halo().updateGhosts(gsl::span<double>(pressures), 1);
  return pressures;
}

void PressureField::fillField(gsl::span<const double> lambda, gsl::span<double> field) const {
  const std::vector<double> pressures = vertexValues(lambda);
  std::copy_n(pressures.begin(), field.size(), field.begin());
  for (const fem::RegionPart& part : region_.parts()) {
    const int num_vertices = fem::numVertices(part.type());
    std::vector<double> N(static_cast<std::size_t>(num_vertices));
    for (int a = num_vertices; a < fem::numNodes(part.type()); ++a) {
      fem::shapeFunctions(fem::linearType(part.type()), fem::nodeCoordinates(part.type(), a), N.data());
      for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
        const LocalIndex* nodes = part.nodesOf(cell);
        if (!domain_.mesh.layout().isOwned(nodes[a])) continue;
        double& value = field[static_cast<std::size_t>(nodes[a])] = 0.0;
        for (int v = 0; v < num_vertices; ++v)
          value += N[static_cast<std::size_t>(v)] * pressures[static_cast<std::size_t>(nodes[v])];
      }
    }
  }
}

std::vector<std::vector<double>> PressureField::cellValues(gsl::span<const double> lambda) const {
  std::vector<std::vector<double>> all;
  if (!data_.is_linear) {
    auto next = lambda.begin();  // in the order of numberRows()
    for (const fem::RegionPart& part : region_.parts()) {
      all.push_back(fem::withGhostCells(domain_.mesh.comm(), part, {next, next + part.numOwned()}));
      next += part.numOwned();
    }
    return all;
  }
  const std::vector<double> pressures = vertexValues(lambda);
  for (const fem::RegionPart& part : region_.parts()) {
    auto& of_part = all.emplace_back();
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell)
      for (int v = 0; v < fem::numVertices(part.type()); ++v)
        of_part.push_back(pressures[static_cast<std::size_t>(part.nodesOf(cell)[v])]);
  }
  return all;
}

void PressureField::addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const {
  if (&recovery.domain().state != &domain_.state) return;
  const std::vector<std::vector<double>> pressures = cellValues(lambda);
  for (std::size_t r = 0; r < pressures.size(); ++r) {
    const fem::RegionPart& part = region_.parts()[r];
    const fem::QuadratureRule rule = fem::quadrature(part.type(), fem::Purpose::stiffness);
    const auto functions = functionsAt(part.type(), rule);
    fem::CellIntegrator integrator(part.type(), rule, region_.isAxisymmetric());
    std::vector<double> measures(functions.size());
    std::vector<fem::Tensor<double>> stress(functions.size());
    const double* of_cell = pressures[r].data();
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell, of_cell += functions.front().size()) {
      integrator.setCell(part.nodesOf(cell), domain_.state.reference().data(), domain_.state.block());
      for (std::size_t q = 0; q < functions.size(); ++q) {
        measures[q] = integrator.at(static_cast<int>(q)).measure;
        stress[q] = fem::spherical<double>(-std::inner_product(functions[q].begin(), functions[q].end(), of_cell, 0.0));
      }
      recovery.addStress(part, cell, measures, stress);
    }
  }
}

}  // namespace tenon::constraint
