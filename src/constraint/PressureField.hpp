// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::constraint {

/// Pressure field p = sum of lambda_r psi_r over cells of an object.
/// The pressure is continuous and linear between the vertices of second-order cells (Taylor &
/// Hood 1973), or constant in each cell. A rank owns the rows of its vertices or cells, and has all
/// cells on which these rows depend.
class PressureField {
 public:
  /// Parameters of a pressure field.
  struct Data {
    /// Names of the object and of the group of cells.
    std::string object, group;
    bool is_linear = true;   ///< true if continuous and linear, false if constant in each cell
    double thickness = 0.0;  ///< thickness of a plane problem; 0: the thickness of the object
  };
  /// Creates the field on the cells of `data.group`.
  /// @param name  name of the constraint, for messages
  /// @throws InputError for a linear pressure on first-order cells, which is unstable, or if
  ///   there are no cells
  /// @note Collective.
  PressureField(const Data& data, const fem::Domain& domain, const std::string& name);

  /// Returns the object.
  const fem::Domain& domain() const { return domain_; }
  /// Returns the cells on which the pressure is defined.
  const fem::Region& region() const { return region_; }
  /// Returns the thickness.
  double thickness() const { return data_.thickness; }
  /// Returns the number of owned rows.
  LocalIndex numRows() const { return static_cast<LocalIndex>(volumes_.size()); }
  /// Returns int psi_r dV of each owned row r.
  const std::vector<double>& volumes() const { return volumes_; }
  /// Returns the index of the first term of a row. The terms [firstTerm(r), firstTerm(r + 1)) of
  /// row r are the nodes of its cells, ascending.
  std::size_t firstTerm(LocalIndex row) const { return first_[static_cast<std::size_t>(row)]; }
  /// Returns the local node of a term.
  LocalIndex nodeOfTerm(std::size_t term) const { return nodes_[term]; }

  /// Contribution of a cell's point to a row.
  struct PressureTerm {
    LocalIndex row;          ///< number of the owned row
    double weight;           ///< weight psi_r dV
    const LocalIndex* term;  ///< [nodes of the cell] indices of the terms of the cell's nodes
  };
  /// Calls visit(nodes, point, shares) for each quadrature point of the cells on which rows of this
  /// rank are nonzero.
  template <class Visit>
  void forEachPoint(Visit&& visit) const;

  /// Returns the quadrature rule of forEachPoint().
  fem::QuadratureRule ruleOf(mesh::CellType type) const;

  /// Returns the nodes that carry the rows of a linear pressure; empty for a constant pressure.
  const std::vector<LocalIndex>& vertices() const { return vertices_; }
  /// Returns the output key of each owned row.
  std::vector<Constraint::RowKey> rowKeys() const;

  /// Evaluates the pressure for each cell of each part of the region, ghosts included.
  /// @return  [parts] pressures at the vertices, [cells × vertices], or of the cells, [cells]
  /// @note Collective.
  std::vector<std::vector<double>> cellValues(gsl::span<const double> lambda) const;
  /// Returns psi of the vertices of a cell type at the points of a rule, or 1 for a constant
  /// pressure; [points][vertices].
  std::vector<std::vector<double>> functionsAt(mesh::CellType type, const fem::QuadratureRule& rule) const;
  /// Evaluates a linear pressure at all nodes, [numOwned]. A constant pressure is not a nodal
  /// field.
  /// @note Collective.
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const;
  /// Adds -p I to the stress of the object. @note Collective.
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const;

 private:
  struct PartRows {                // rows of one part of the region
    std::vector<LocalIndex> row;   // [cells x functions]; -1: row of another rank
    std::vector<LocalIndex> term;  // [cells x functions x nodes]
  };

  int numFunctions(mesh::CellType type) const { return data_.is_linear ? fem::numVertices(type) : 1; }
  void requireStable(const std::string& name) const;
  void numberRows();
  void numberTerms();
  std::vector<double> vertexValues(gsl::span<const double> lambda) const;

  Data data_;
  fem::Domain domain_;
  fem::Region region_;
  std::vector<LocalIndex> vertices_;  // owned, ascending
  std::vector<PartRows> parts_;
  std::vector<std::size_t> first_;
  std::vector<LocalIndex> nodes_;
  std::vector<double> volumes_;
};

template <class Visit>
void PressureField::forEachPoint(Visit&& visit) const {
  std::vector<PressureTerm> shares;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    const fem::QuadratureRule rule = ruleOf(part.type());
    const auto functions = functionsAt(part.type(), rule);
    const auto count = static_cast<std::size_t>(numFunctions(part.type()));
    const auto num_nodes = static_cast<std::size_t>(fem::numNodes(part.type()));
    fem::CellIntegrator integrator(part.type(), rule, region_.isAxisymmetric());
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      const std::size_t begin = static_cast<std::size_t>(cell) * count;
      const LocalIndex* rows = parts_[p].row.data() + begin;
      if (std::all_of(rows, rows + count, [](LocalIndex row) { return row < 0; })) continue;
      integrator.setCell(part.nodesOf(cell), domain_.state.reference().data(), domain_.state.block());
      for (std::size_t q = 0; q < functions.size(); ++q) {
        const fem::PointGeometry point = integrator.at(static_cast<int>(q));
        shares.clear();
        for (std::size_t v = 0; v < count; ++v)
          if (rows[v] >= 0)
            shares.push_back({rows[v], data_.thickness * point.measure * functions[q][v],
                              parts_[p].term.data() + (begin + v) * num_nodes});
        visit(part.nodesOf(cell), point, shares);
      }
    }
  }
}

}  // namespace tenon::constraint
