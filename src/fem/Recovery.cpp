#include "tenon/fem/Recovery.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "tenon/fem/shapes.hpp"

namespace tenon::fem {
namespace {

constexpr int rows[6] = {0, 1, 2, 0, 1, 0}, columns[6] = {0, 1, 2, 1, 2, 2};  // XX YY ZZ XY YZ XZ

}  // namespace

double vonMises(const double* s) {
  const double normal = (s[0] - s[1]) * (s[0] - s[1]) + (s[1] - s[2]) * (s[1] - s[2]) + (s[2] - s[0]) * (s[2] - s[0]);
  return std::sqrt(0.5 * normal + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

Eigen::MatrixXd extrapolationToNodes(mesh::CellType type) {
  const CellType linear = linearType(type);
  const Rule rule = quadrature(type, Purpose::stiffness);
  const int num_vertices = numNodes(linear), num_nodes = numNodes(type);
  if (rule.numPoints() == 1) return Eigen::MatrixXd::Ones(num_nodes, 1);
  std::vector<double> N(static_cast<std::size_t>(num_vertices));
  const Eigen::Map<const Eigen::RowVectorXd> shape(N.data(), num_vertices);
  Eigen::MatrixXd at_points(rule.numPoints(), num_vertices), at_nodes(num_nodes, num_vertices);
  for (int q = 0; q < rule.numPoints(); ++q) {
    shapeFunctions(linear, rule.points[static_cast<std::size_t>(q)].data(), N.data());
    at_points.row(q) = shape;
  }
  for (int a = 0; a < num_nodes; ++a) {
    shapeFunctions(linear, nodeCoordinates(type, a), N.data());
    at_nodes.row(a) = shape;
  }
  const Eigen::Map<const Eigen::VectorXd> weights(rule.weights.data(), rule.numPoints());
  const Eigen::MatrixXd weighted = at_points.transpose() * weights.asDiagonal();
  return at_nodes * (weighted * at_points).llt().solve(weighted);
}

Recovery::Recovery(const Domain& domain)
    : domain_(domain), num_cells_(static_cast<std::size_t>(domain.mesh.layout().numLocal()), 0) {
  for (Field* field : {&stress_, &strain_}) {
    field->nodes.assign(6 * num_cells_.size(), 0.0);
    for (const auto& block : domain.mesh.blocks()) {
      const bool is_top = mesh::info(block.type).dimension == domain.dimension();
      field->cells.emplace_back(is_top ? 6 * static_cast<std::size_t>(block.numCells()) : 0, 0.0);
    }
  }
}

const Eigen::MatrixXd& Recovery::extrapolation(mesh::CellType type) {
  auto found = extrapolation_.find(type);
  if (found == extrapolation_.end()) found = extrapolation_.emplace(type, extrapolationToNodes(type)).first;
  return found->second;
}

void Recovery::addCell(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                       const std::vector<Tensor<double>>& stress, const std::vector<Tensor<double>>& strain) {
  add(stress_, part, cell, measures, stress);
  add(strain_, part, cell, measures, strain);
  for (int a = 0; a < numNodes(part.type()); ++a) ++num_cells_[static_cast<std::size_t>(part.nodesOf(cell)[a])];
}

void Recovery::add(Field& field, const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                   const std::vector<Tensor<double>>& values) {
  const auto num_points = static_cast<Eigen::Index>(values.size());
  Rows6 at_points(num_points, 6);
  Eigen::Matrix<double, 1, 6> sum = Eigen::Matrix<double, 1, 6>::Zero();
  double volume = 0;
  for (Eigen::Index q = 0; q < num_points; ++q) {
    const auto& value = values[static_cast<std::size_t>(q)];
    for (int c = 0; c < 6; ++c) at_points(q, c) = value(rows[c], columns[c]);
    sum += measures[static_cast<std::size_t>(q)] * at_points.row(q);
    volume += measures[static_cast<std::size_t>(q)];
  }
  double* mean = field.cells[static_cast<std::size_t>(part.block())].data() + std::ptrdiff_t(6) * part.cell(cell);
  Eigen::Map<Eigen::Matrix<double, 1, 6>>(mean, 6) += sum / volume;
  const Rows6 at_nodes = extrapolation(part.type()) * at_points;
  for (Eigen::Index a = 0; a < at_nodes.rows(); ++a)
    Eigen::Map<Eigen::Matrix<double, 1, 6>>(field.nodes.data() + std::ptrdiff_t(6) * part.nodesOf(cell)[a], 6) +=
        at_nodes.row(a);
}

void Recovery::average() {
  for (Field* field : {&stress_, &strain_})
    for (std::size_t node = 0; node < num_cells_.size(); ++node)
      for (std::size_t c = 0; c < 6; ++c)
        if (num_cells_[node] > 0) field->nodes[6 * node + c] /= num_cells_[node];
}

std::vector<double> Recovery::vonMisesAtNodes() const {
  std::vector<double> values(num_cells_.size());
  for (std::size_t node = 0; node < values.size(); ++node) values[node] = vonMises(&stress_.nodes[6 * node]);
  return values;
}

std::vector<std::vector<double>> Recovery::vonMisesOfCells() const {
  std::vector<std::vector<double>> values;
  for (const auto& block : stress_.cells) {
    values.emplace_back(block.size() / 6);
    for (std::size_t cell = 0; cell < values.back().size(); ++cell) values.back()[cell] = vonMises(&block[6 * cell]);
  }
  return values;
}

}  // namespace tenon::fem
