// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/la/contributions.hpp"
#include "tenon/mesh/generation/generate.hpp"

// Objects and dense accumulators for tests of contributors.
namespace tenon::testing {

using base::LocalIndex;
using mesh::CellType;

inline std::vector<double> restOf(const mesh::Mesh& mesh) {
  const auto dim = static_cast<std::size_t>(mesh.dimension());
  std::vector<double> rest;
  for (std::size_t node = 0; 3 * node < static_cast<std::size_t>(mesh.points().size()); ++node)
    for (std::size_t d = 0; d < dim; ++d) rest.push_back(mesh.points()[3 * node + d]);
  return rest;
}

/// Mesh together with its state.
struct TestObject {
  mesh::Mesh mesh;
  la::State state;
  fem::Domain domain;

  explicit TestObject(mesh::Mesh made)
      : mesh(std::move(made)),
        state("box", mesh.sharedLayout(), mesh.dimension(), restOf(mesh)),
        domain{mesh, state, "box"} {}
  TestObject(const TestObject&) = delete;

  int dim() const { return mesh.dimension(); }
  base::Vec3 point(LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(mesh.points().data() + std::ptrdiff_t(3) * node);
  }
  /// Sets the displacement of each local node as a function of its reference position.
  void displace(const std::function<base::Vec3(const base::Vec3&)>& u) {
    for (LocalIndex node = 0; node < mesh.layout().numLocal(); ++node) {
      const base::Vec3 value = u(point(node));
      for (int d = 0; d < dim(); ++d) state.displacement()[static_cast<std::size_t>(node * dim() + d)] = value[d];
    }
  }
};

/// Bends and shears a box, so that every cell is distorted. First-order cells keep straight edges;
/// second-order cells get curved ones.
inline mesh::Point bent(const mesh::Point& x) {
  return {x[0] + 0.08 * x[1] * x[2] + 0.05 * std::sin(2 * x[1]), x[1] + 0.1 * x[0] * x[0] - 0.04 * x[2],
          x[2] * (1 + 0.1 * x[0]) + 0.06 * x[1] * x[1]};
}
inline mesh::Point bentInPlane(const mesh::Point& x) {
  return {x[0] + 0.1 * x[1] * x[1], x[1] + 0.1 * x[0] * x[1] + 0.05 * std::sin(2 * x[0]), 0};
}
inline mesh::Point sheared(const mesh::Point& x) {
  return {1.1 * x[0] + 0.3 * x[1] + 0.1 * x[2], 0.9 * x[1] + 0.2 * x[2], 1.2 * x[2] + 0.1 * x[0]};
}
inline mesh::Point shearedInPlane(const mesh::Point& x) {
  return {1.1 * x[0] + 0.3 * x[1], 0.9 * x[1] + 0.1 * x[0], 0};
}

inline TestObject boxOf(CellType type, std::array<int, 3> cells, mesh::Point (*map)(const mesh::Point&) = nullptr,
                        const base::Communicator& comm = base::Communicator::world()) {
  mesh::BoxOptions options;
  if (map != nullptr) options.map = map;
  return TestObject(mesh::box(comm, type, cells, {0, 0, 0}, {1, 1, 1}, options));
}
inline TestObject bentBox(CellType type, std::array<int, 3> cells,
                          const base::Communicator& comm = base::Communicator::world()) {
  return boxOf(type, cells, mesh::info(type).dimension == 2 ? bentInPlane : bent, comm);
}

/// Accumulator that adds all entries to a dense matrix on the local nodes of one state.
class DenseAccumulator : public la::Accumulator {
 public:
  explicit DenseAccumulator(const la::State& state) : block_(state.block()) {
    const Eigen::Index size = state.layout().numLocal() * block_;
    matrix = Eigen::MatrixXd::Zero(size, size);
  }
  Eigen::MatrixXd matrix;
  int num_elements = 0;

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row, LocalIndex column, la::BlockShape, const double* block) override {
    for (int i = 0; i < block_; ++i)
      for (int j = 0; j < block_; ++j) matrix(row * block_ + i, column * block_ + j) += block[i * block_ + j];
  }
  void beginElements(const la::ElementTable& table, const la::ElementTable&, la::BlockShape,
                     la::ElementSymmetry symmetry) override {
    table_ = table;
    symmetric_ = symmetry == la::ElementSymmetry::symmetric;
  }
  void addElements(LocalIndex first, int count, const base::Lane* values) override {
    const int n = table_.nodes_per_element;
    num_elements += count;
    for (int lane = 0; lane < count; ++lane)
      for (int a = 0; a < n; ++a)
        for (int b = symmetric_ ? a : 0; b < n; ++b) addPair(first + lane, a, b, lane, values);
  }

 private:
  void addPair(LocalIndex element, int a, int b, int lane, const base::Lane* values) {
    const int n = table_.nodes_per_element;
    const LocalIndex row = table_.nodes[element * n + a], column = table_.nodes[element * n + b];
    for (int i = 0; i < block_; ++i)
      for (int j = 0; j < block_; ++j) {
        const double value = values[((a * n + b) * block_ + i) * block_ + j][lane];
        matrix(row * block_ + i, column * block_ + j) += value;
        if (symmetric_ && a != b) matrix(column * block_ + j, row * block_ + i) += value;
      }
  }
  int block_;
  la::ElementTable table_;
  bool symmetric_ = false;
};

template <class Force>
Eigen::MatrixXd stiffnessOf(const Force& force, const la::State& state) {
  DenseAccumulator dense(state);
  la::StiffnessMatrix K([&](const la::State&, const la::State&) -> la::Accumulator& { return dense; });
  force.addStiffness(K);
  return dense.matrix;
}

template <class Force>
Eigen::VectorXd forceOf(const Force& force, const la::State& state) {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(state.layout().numLocal() * state.block());
  la::ForceVector f([&](const la::State&) { return gsl::span<double>(values.data(), std::size_t(values.size())); });
  force.addForce(f);
  return values;
}

/// Returns a vector of irregular entries, identical on all ranks.
inline Eigen::VectorXd unlike(Eigen::Index size) {
  Eigen::VectorXd vector(size);
  for (Eigen::Index i = 0; i < size; ++i) vector[i] = std::sin(1.0 + 12.9898 * double(i) + 0.37 * double(i % 7));
  return vector;
}

/// Returns the product of a contributor's matrix with the local vector x.
/// @param multiply  multiply(Motion, ForceVector) adds the product to the force vector
template <class Multiply>
Eigen::VectorXd productOf(const Eigen::VectorXd& x, Multiply&& multiply) {
  Eigen::VectorXd y = Eigen::VectorXd::Zero(x.size());
  la::ForceVector sum([&](const la::State&) { return gsl::span<double>(y.data(), std::size_t(y.size())); });
  multiply(
      la::IncrementVector([&](const la::State&) { return gsl::span<const double>(x.data(), std::size_t(x.size())); }),
      sum);
  return y;
}
template <class Force>
Eigen::VectorXd stiffnessTimes(const Force& force, const Eigen::VectorXd& dx) {
  return productOf(
      dx, [&](const la::IncrementVector& motion, la::ForceVector& df) { force.addStiffnessTimes(motion, df); });
}

template <class Mass>
Eigen::MatrixXd massOf(const Mass& mass, const la::State& state) {
  DenseAccumulator dense(state);
  la::MassMatrix M([&](const la::State&, const la::State&) -> la::Accumulator& { return dense; });
  mass.addMass(M);
  return dense.matrix;
}

/// Returns the owned rows of a local matrix, gathered from all ranks and ordered by node position
/// in the mesh file. The result does not depend on the number of ranks. @note Collective.
inline Eigen::MatrixXd globalMatrix(const TestObject& object, const Eigen::MatrixXd& local) {
  const int b = object.dim();
  const auto& layout = object.mesh.layout();
  Eigen::MatrixXd global = Eigen::MatrixXd::Zero(layout.numGlobal() * b, layout.numGlobal() * b);
  const auto place = [&](LocalIndex node) { return object.mesh.nodePositions()[static_cast<std::size_t>(node)] * b; };
  for (LocalIndex row = 0; row < layout.numOwned(); ++row)
    for (LocalIndex column = 0; column < layout.numLocal(); ++column)
      global.block(place(row), place(column), b, b) = local.block(row * b, column * b, b, b);
  object.mesh.comm().sumInPlace(gsl::span<double>(global.data(), std::size_t(global.size())));
  return global;
}

inline Eigen::VectorXd globalVector(const TestObject& object, const Eigen::VectorXd& local) {
  const int b = object.dim();
  const auto& layout = object.mesh.layout();
  Eigen::VectorXd global = Eigen::VectorXd::Zero(layout.numGlobal() * b);
  for (LocalIndex row = 0; row < layout.numOwned(); ++row)
    global.segment(object.mesh.nodePositions()[static_cast<std::size_t>(row)] * b, b) = local.segment(row * b, b);
  object.mesh.comm().sumInPlace(gsl::span<double>(global.data(), std::size_t(global.size())));
  return global;
}

/// Returns the sum of a nodal vector over all nodes. @note Collective.
inline base::Vec3 totalOf(const TestObject& object, const Eigen::VectorXd& local) {
  const Eigen::VectorXd global = globalVector(object, local);
  base::Vec3 sum = base::Vec3::Zero();
  for (Eigen::Index i = 0; i < global.size(); ++i) sum[i % object.dim()] += global[i];
  return sum;
}

inline const std::vector<CellType> solid_types{CellType::tri3,    CellType::tri6,  CellType::quad4,  CellType::quad8,
                                               CellType::quad9,   CellType::tet4,  CellType::tet10,  CellType::hex8,
                                               CellType::hex20,   CellType::hex27, CellType::prism6, CellType::prism15,
                                               CellType::pyramid5};

}  // namespace tenon::testing
