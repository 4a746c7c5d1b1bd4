#include "tenon/constraint/linear/Incompressible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tenon/base/collectively.hpp"
#include "tenon/fem/plane.hpp"
#include "tenon/fem/search/ghostCells.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;
using base::Vec3;

std::string nameOf(const Incompressible::Data& data) {
  return data.name.empty() ? "pressure_" + data.object : data.name;
}

/// Functions of the cell of first order between the vertices, [points][vertices].
std::vector<std::vector<double>> pressuresAt(mesh::CellType type, const fem::Rule& rule) {
  std::vector<std::vector<double>> values;
  for (const Vec3& point : rule.points)
    fem::shapeFunctions(fem::linearType(type), point.data(),
                        values.emplace_back(static_cast<std::size_t>(fem::numVertices(type))).data());
  return values;
}

}  // namespace

void Incompressible::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from the object");
  p.required("object", &Data::object, "", "object that keeps its volume");
  p.optional("group", &Data::group, "", "group of its cells; default: all");
  p.optional("pressure", &Data::pressure, "", "linear between vertices (cells of second order), or constant in cells")
      .oneOf({"linear", "constant"});
  p.optional("bulk", &Data::bulk, "force/length^2",
             "what resists a change of volume beside the materials: p = -bulk div u; 0: nothing yields")
      .nonNegative();
  p.optional("young", &Data::young, "force/length^2", "instead of bulk, with poisson: as of the material shear-elastic")
      .nonNegative();
  p.optional("poisson", &Data::poisson, "", "Poisson's ratio, more than 0 and up to 0.5").nonNegative().atMost(0.5);
  p.optional("thickness", &Data::thickness, "length", "of plane problems, as the elastic force has it").positive();
}

double Incompressible::Data::bulkModulus() const {
  if (young == 0.0 && poisson == 0.0) return bulk;
  if (young == 0.0 || poisson == 0.0)
    throw InputError(
        fmt::format("'{}': 'young' and 'poisson' belong together, and both are more than 0.", nameOf(*this)));
  if (bulk != 0.0) throw InputError(fmt::format("'{}': give either 'bulk', or 'young' and 'poisson'.", nameOf(*this)));
  return poisson == 0.5 ? 0.0 : young * poisson / ((1 + poisson) * (1 - 2 * poisson));
}

Incompressible::Incompressible(Data data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), 1),
      data_(std::move(data)),
      bulk_(data_.bulkModulus()),
      domain_(find(data_.object)) {
  fem::requireThicknessInPlaneOnly(domain_, data_.thickness, name());
  const fem::Region region = this->region();
  const base::Communicator& comm = domain_.mesh.comm();
  base::collectively(comm, [&] { requireStable(region); });
  isLinearPressure() ? addLinear(region) : addConstant(region);
  const bool any = comm.any(numRows() > 0);
  base::collectively(comm, [&] {
    if (!any) throw InputError(fmt::format("The constraint '{}' acts on no cell.", name()));
  });
  finish({&domain_.state});
}

void Incompressible::requireStable(const fem::Region& region) const {
  if (!isLinearPressure()) return;
  for (const fem::RegionPart& part : region.parts())
    if (part.numCells() > 0 && fem::orderOf(part.type()) == 1)
      throw InputError(fmt::format(
          "'{}': object '{}' has cells of first order ({}), on which a linear pressure is not stable: use a mesh of "
          "second order, or `pressure: constant`.",
          name(), data_.object, mesh::info(part.type()).name));
}

std::vector<LocalIndex> Incompressible::ownedVertices(const fem::Region& region) const {
  std::vector<LocalIndex> vertices;
  for (const fem::RegionPart& part : region.parts())
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell)
      for (int v = 0; v < fem::numVertices(part.type()); ++v)
        if (const LocalIndex node = part.nodesOf(cell)[v]; domain_.mesh.layout().isOwned(node))
          vertices.push_back(node);
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

// Rows of owned vertices: the ghost cells round them are known here.
void Incompressible::addLinear(const fem::Region& region) {
  const std::vector<LocalIndex> vertices = ownedVertices(region);
  std::vector<Row> rows(vertices.size());
  for (const fem::RegionPart& part : region.parts()) {
    const fem::Rule rule = fem::quadrature(part.type(), fem::massDegree(part.type()));
    const auto pressures = pressuresAt(part.type(), rule);
    fem::CellIntegrator integrator(part.type(), rule);
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      const LocalIndex* nodes = part.nodesOf(cell);
      integrator.place(nodes, domain_.state.rest().data(), domain_.state.block());
      for (int q = 0; q < integrator.numPoints(); ++q) {
        const fem::PointGeometry at = integrator.at(q);
        for (int v = 0; v < fem::numVertices(part.type()); ++v) {
          const auto vertex = std::lower_bound(vertices.begin(), vertices.end(), nodes[v]);
          if (vertex == vertices.end() || *vertex != nodes[v]) continue;
          Row& row = rows[static_cast<std::size_t>(vertex - vertices.begin())];
          const double weight =
              data_.thickness * at.measure * pressures[static_cast<std::size_t>(q)][static_cast<std::size_t>(v)];
          row.volume += weight;
          for (int a = 0; a < at.num_nodes; ++a)
            row.terms.emplace_back(nodes[a], weight * at.gradient.row(a).transpose());
        }
      }
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    addRowOf(std::move(rows[i]));
    carry(domain_.state, vertices[i]);
  }
}

void Incompressible::addConstant(const fem::Region& region) {
  for (const fem::RegionPart& part : region.parts()) {
    fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::stiffness));
    for (LocalIndex cell = 0; cell < part.numOwned(); ++cell) {
      const LocalIndex* nodes = part.nodesOf(cell);
      integrator.place(nodes, domain_.state.rest().data(), domain_.state.block());
      Row row;
      for (int q = 0; q < integrator.numPoints(); ++q) {
        const fem::PointGeometry at = integrator.at(q);
        const double weight = data_.thickness * at.measure;
        row.volume += weight;
        for (int a = 0; a < at.num_nodes; ++a)
          row.terms.emplace_back(nodes[a], weight * at.gradient.row(a).transpose());
      }
      addRowOf(std::move(row));
      place({&domain_.state, -1, -1, part.cells().tags[static_cast<std::size_t>(part.cell(cell))]});
    }
  }
}

/// Terms of one node become one.
void Incompressible::addRowOf(Row row) {
  std::stable_sort(row.terms.begin(), row.terms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const LocalIndex number = addRow();
  for (std::size_t i = 0; i < row.terms.size();) {
    const LocalIndex node = row.terms[i].first;
    Vec3 sum = Vec3::Zero();
    for (; i < row.terms.size() && row.terms[i].first == node; ++i) sum += row.terms[i].second;
    for (int c = 0; c < domain_.state.block(); ++c)
      addTerm(number, domain_.state, domain_.mesh.layout().global(node), c, sum[c]);
  }
  volumes_.push_back(row.volume);
}

std::vector<double> Incompressible::compliances() const {
  std::vector<double> rows = Constraint::compliances();
  if (bulk_ == 0.0) return rows;
  rows.resize(volumes_.size(), 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r] += volumes_[r] / bulk_;
  return rows;
}

std::vector<double> Incompressible::atVertices(gsl::span<const double> lambda) const {
  std::vector<double> pressures(static_cast<std::size_t>(domain_.state.layout().numLocal()), 0.0);
  LinearConstraint::fillField(lambda, pressures);
  domain_.state.halo().updateGhosts(gsl::span<double>(pressures), 1);
  return pressures;
}

void Incompressible::fillField(gsl::span<const double> lambda, gsl::span<double> field) const {
  const std::vector<double> pressures = atVertices(lambda);
  std::copy_n(pressures.begin(), field.size(), field.begin());
  const fem::Region region = this->region();
  for (const fem::RegionPart& part : region.parts()) {
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

std::vector<std::vector<double>> Incompressible::ofCells(const fem::Region& region,
                                                         gsl::span<const double> lambda) const {
  std::vector<std::vector<double>> all;
  if (!isLinearPressure()) {
    auto next = lambda.begin();  // as addConstant() made the rows
    for (const fem::RegionPart& part : region.parts()) {
      all.push_back(fem::withGhostCells(domain_.mesh.comm(), part, {next, next + part.numOwned()}));
      next += part.numOwned();
    }
    return all;
  }
  const std::vector<double> pressures = atVertices(lambda);
  for (const fem::RegionPart& part : region.parts()) {
    auto& of_part = all.emplace_back();
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell)
      for (int v = 0; v < fem::numVertices(part.type()); ++v)
        of_part.push_back(pressures[static_cast<std::size_t>(part.nodesOf(cell)[v])]);
  }
  return all;
}

void Incompressible::addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const {
  if (&recovery.domain().state != &domain_.state) return;
  const fem::Region region = this->region();
  const std::vector<std::vector<double>> pressures = ofCells(region, lambda);
  for (std::size_t r = 0; r < pressures.size(); ++r) {
    const fem::RegionPart& part = region.parts()[r];
    const fem::Rule rule = fem::quadrature(part.type(), fem::Purpose::stiffness);
    auto shapes = pressuresAt(part.type(), rule);
    if (!isLinearPressure()) shapes.assign(shapes.size(), {1.0});
    fem::CellIntegrator integrator(part.type(), rule);
    std::vector<double> measures(shapes.size());
    std::vector<fem::Tensor<double>> stress(shapes.size());
    const double* of_cell = pressures[r].data();
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell, of_cell += shapes.front().size()) {
      integrator.place(part.nodesOf(cell), domain_.state.rest().data(), domain_.state.block());
      for (std::size_t q = 0; q < shapes.size(); ++q) {
        measures[q] = integrator.at(static_cast<int>(q)).measure;
        stress[q] = fem::spherical<double>(-std::inner_product(shapes[q].begin(), shapes[q].end(), of_cell, 0.0));
      }
      recovery.addStress(part, cell, measures, stress);
    }
  }
}

}  // namespace tenon::constraint
