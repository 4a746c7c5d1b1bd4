// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Recovery.hpp"

#include <Eigen/Core>
#include <cmath>

#include "base/dense.hpp"
#include "shapes.hpp"

namespace tenon::fem {
namespace {

constexpr int rows[6] = {0, 1, 2, 0, 1, 0}, columns[6] = {0, 1, 2, 1, 2, 2};  // XX YY ZZ XY YZ XZ

/// Adds factor times a row to `sum`. The loop has a fixed order that is independent of the
/// alignment of the arrays, so that results are bitwise reproducible.
template <class Rows>
void addScaled(double factor, const Rows& points, std::size_t point, double* sum) {
  const double* row = points.data() + static_cast<std::ptrdiff_t>(point) * points.cols();
  for (Eigen::Index c = 0; c < points.cols(); ++c) sum[c] += factor * row[c];
}

}  // namespace

double vonMises(const double* s) {
  const double normal = (s[0] - s[1]) * (s[0] - s[1]) + (s[1] - s[2]) * (s[1] - s[2]) + (s[2] - s[0]) * (s[2] - s[0]);
  return std::sqrt(0.5 * normal + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

Eigen::MatrixXd extrapolationToNodes(mesh::CellType type) {
  const CellType linear = linearType(type);
  const QuadratureRule rule = quadrature(type, Purpose::stiffness);
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
  return at_nodes * base::solvePositiveDefinite(weighted * at_points, weighted);
}

Recovery::Recovery(const Domain& domain, Content content)
    : domain_(domain), content_(content), num_cells_(static_cast<std::size_t>(domain.mesh.layout().numLocal()), 0) {
  for (Field* field : {&stress_, &strain_}) prepare(*field, 6);
  if (needsDeformation()) prepare(deformation_, num_columns);
}

void Recovery::prepare(Field& field, int columns) {
  const auto width = static_cast<std::size_t>(columns);
  field.columns = columns;
  field.nodes.assign(width * num_cells_.size(), 0.0);
  for (const auto& block : domain_.mesh.blocks()) {
    const bool is_top = mesh::info(block.type).dimension == domain_.dimension();
    field.cells.emplace_back(is_top ? width * static_cast<std::size_t>(block.numCells()) : 0, 0.0);
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
  Rows at_points(static_cast<Eigen::Index>(values.size()), 6);
  for (Eigen::Index q = 0; q < at_points.rows(); ++q)
    for (int c = 0; c < 6; ++c) at_points(q, c) = values[static_cast<std::size_t>(q)](rows[c], columns[c]);
  add(field, part, cell, measures, at_points);
}

void Recovery::addDeformation(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                              const Deformation& of_points) {
  has_deformation_ = true;
  const std::vector<Tensor<double>>& H = of_points.gradients;
  Rows at_points(static_cast<Eigen::Index>(H.size()), static_cast<Eigen::Index>(num_columns));
  for (std::size_t q = 0; q < H.size(); ++q) {
    auto row = at_points.row(static_cast<Eigen::Index>(q));
    const Tensor<double> F = fem::deformationGradient(H[q]), C = product(transpose(F), F);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) row[gradient + 3 * i + j] = F(i, j);
    const double J = determinant(F), trace_of_C = trace(C);
    row[volume_ratio] = J;
    row[invariants] = trace_of_C;
    row[invariants + 1] = 0.5 * (trace_of_C * trace_of_C - contraction(C, C));
    row[invariants + 2] = J * J;
    row[energy_density] = of_points.energies[q];
    row[plastic_strain] = of_points.plastic_strains[q];
  }
  add(deformation_, part, cell, measures, at_points);
}

void Recovery::add(Field& field, const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                   const Rows& at_points) {
  const auto width = static_cast<std::size_t>(field.columns);
  double* mean =
      field.cells[static_cast<std::size_t>(part.block())].data() + width * static_cast<std::size_t>(part.cell(cell));
  double measure = 0.0;
  for (const double of_point : measures) measure += of_point;
  for (std::size_t q = 0; q < measures.size(); ++q) addScaled(measures[q] / measure, at_points, q, mean);
  const Eigen::MatrixXd& to_nodes = extrapolation(part.type());
  for (Eigen::Index a = 0; a < to_nodes.rows(); ++a) {
    double* node = field.nodes.data() + width * static_cast<std::size_t>(part.nodesOf(cell)[a]);
    for (std::size_t q = 0; q < measures.size(); ++q)
      addScaled(to_nodes(a, static_cast<Eigen::Index>(q)), at_points, q, node);
  }
}

Recovery::Field Recovery::deformation(int first, int count) const {
  const auto pick = [&](const std::vector<double>& from) {
    std::vector<double> picked;
    for (std::size_t row = 0; row < from.size(); row += num_columns)
      for (int c = first; c < first + count; ++c) picked.push_back(from[row + static_cast<std::size_t>(c)]);
    return picked;
  };
  Field field;
  field.columns = count;
  field.nodes = pick(deformation_.nodes);
  for (const auto& block : deformation_.cells) field.cells.push_back(pick(block));
  return field;
}

void Recovery::average() {
  for (Field* field : {&stress_, &strain_, &deformation_})
    for (std::size_t i = 0; i < field->nodes.size(); ++i) {
      const int count = num_cells_[i / static_cast<std::size_t>(field->columns)];
      if (count > 0) field->nodes[i] /= count;
    }
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
