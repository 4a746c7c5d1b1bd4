#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// A pressure p = sum of lambda_r psi_r over cells of an object: continuous and linear between the vertices of cells of
/// second order (Taylor & Hood 1973), or constant in each cell. A rank owns the rows of its vertices or of its cells,
/// and knows all cells that they reach.
class PressureField {
 public:
  struct Data {
    std::string object, group;
    bool is_linear = true;
    double thickness = 0.0;  ///< of a plane problem; 0: that of the object
  };
  /// Collective. `name`: of the constraint, in messages. InputError for a linear pressure on cells of first order,
  /// which would not be stable, and where there are no cells.
  PressureField(const Data& data, const fem::Domain& domain, const std::string& name);

  const fem::Domain& domain() const { return domain_; }
  const fem::Region& region() const { return region_; }
  double thickness() const { return data_.thickness; }
  LocalIndex numRows() const { return static_cast<LocalIndex>(volumes_.size()); }
  /// int psi_r dV.
  const std::vector<double>& volumes() const { return volumes_; }
  /// Nodes of the cells that a row reaches, ascending: row r has the terms [firstTerm(r), firstTerm(r + 1)).
  std::size_t firstTerm(LocalIndex row) const { return first_[static_cast<std::size_t>(row)]; }
  LocalIndex nodeOfTerm(std::size_t term) const { return nodes_[term]; }

  /// What a row has at a point of a cell.
  struct Share {
    LocalIndex row;
    double weight;           ///< psi_r dV
    const LocalIndex* term;  ///< [nodes of the cell] among all terms
  };
  /// Calls visit(nodes, point, shares) for each point of the cells at which rows of this rank are not 0.
  template <class Visit>
  void forEachPoint(Visit&& visit) const;

  /// The rule of forEachPoint().
  fem::Rule ruleOf(mesh::CellType type) const;

  /// The nodes that carry the rows of a linear pressure; empty for a constant one.
  const std::vector<LocalIndex>& vertices() const { return vertices_; }
  std::vector<Constraint::RowPlace> places() const;

  /// Collective. Of each cell of each part of the region, ghosts included: pressures of its vertices, [cells x
  /// vertices], or its own, [cells].
  std::vector<std::vector<double>> ofCells(gsl::span<const double> lambda) const;
  /// psi of the vertices of a cell type at the points of a rule, or 1; [points][vertices].
  std::vector<std::vector<double>> functionsAt(mesh::CellType type, const fem::Rule& rule) const;
  /// Collective. A linear pressure at all nodes, [numOwned]; a constant one is no field of nodes.
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const;
  /// Collective. Adds -p I to the stress of the object.
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const;

 private:
  struct PartRows {                // of one part of the region
    std::vector<LocalIndex> row;   // [cells x functions]; -1: of another rank
    std::vector<LocalIndex> term;  // [cells x functions x nodes]
  };

  int numFunctions(mesh::CellType type) const { return data_.is_linear ? fem::numVertices(type) : 1; }
  void requireStable(const std::string& name) const;
  void numberRows();
  void numberTerms();
  std::vector<double> atVertices(gsl::span<const double> lambda) const;

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
  std::vector<Share> shares;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    const fem::Rule rule = ruleOf(part.type());
    const auto functions = functionsAt(part.type(), rule);
    const auto count = static_cast<std::size_t>(numFunctions(part.type()));
    const auto num_nodes = static_cast<std::size_t>(fem::numNodes(part.type()));
    fem::CellIntegrator integrator(part.type(), rule, region_.isAxisymmetric());
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      const std::size_t begin = static_cast<std::size_t>(cell) * count;
      const LocalIndex* rows = parts_[p].row.data() + begin;
      if (std::all_of(rows, rows + count, [](LocalIndex row) { return row < 0; })) continue;
      integrator.place(part.nodesOf(cell), domain_.state.rest().data(), domain_.state.block());
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
