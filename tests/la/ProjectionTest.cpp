// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/Projection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dense.hpp"
#include "grid.hpp"
#include "la/assembly/MatrixAssembly.hpp"

namespace tenon::la {
namespace {

using testing::makeState;
using testing::world;

// Plane chain of springs with one constrained degree of freedom, one constrained oblique direction
// at a node, and one constrained direction that couples two distant nodes.
struct BlockedChain {
  static constexpr PetscInt num_nodes = 10;
  static constexpr PetscInt held_unknown = 2 * 4 + 1;
  testing::Part part = testing::chain(world(), num_nodes);
  State state = makeState("chain", part, 2);
  std::shared_ptr<CombinedLayout> layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
  MatrixAssembly assembly{layout, Insertion::slots};

  BlockedChain() {
    assembly.record([this](const Contributions& to) { contribute(to, 1.0); });
  }

  void contribute(const Contributions& to, double stiffness) const {
    to.stiffness(1.0).forceOn(state).byPositionOf(state).addElements(
        part.table(), 2, ElementSymmetry::symmetric, [=](LocalIndex, int, Lane* matrix) {
          for (int k = 0; k < 16; ++k) matrix[k] = base::allLanes(0.0);
          for (int i = 0; i < 2; ++i) {
            matrix[i * 5] = matrix[10 + i * 5] = base::allLanes(stiffness * (2.0 + i));
            matrix[2 + i * 5] = matrix[8 + i * 5] = base::allLanes(-stiffness * (1.0 + i));
          }
        });
  }
  void assemble(double stiffness) {
    assembly.assemble([=](const Contributions& to) { contribute(to, stiffness); });
  }
  std::vector<char> constrained() const {
    std::vector<char> flags(static_cast<std::size_t>(layout->layout().numLocal()) * 2, 0);
    for (LocalIndex row = 0; row < layout->layout().numLocal(); ++row)
      for (int c = 0; c < 2; ++c)
        flags[static_cast<std::size_t>(2 * row + c)] =
            layout->layout().global(row).value() * 2 + c == held_unknown ? 1 : 0;
    return flags;
  }
  // True on the last rank, which owns both directions.
  bool ownsDirections() const { return world().rank() + 1 == world().size(); }
  std::vector<ConstraintEntry> directions() const {
    if (!ownsDirections()) return {};
    const double s = std::sqrt(0.5);
    return {{0, GlobalIndex(4), 0.6}, {0, GlobalIndex(5), 0.8}, {1, GlobalIndex(0), s}, {1, GlobalIndex(18), -s}};
  }
  Projection projection() const { return {*layout, constrained(), directions(), ownsDirections() ? 2 : 0}; }

  static Eigen::MatrixXd reference() {
    Eigen::MatrixXd P = Eigen::MatrixXd::Identity(2 * num_nodes, 2 * num_nodes);
    Eigen::MatrixXd N = Eigen::MatrixXd::Zero(2 * num_nodes, 3);
    N(4, 0) = 0.6, N(5, 0) = 0.8, N(0, 1) = std::sqrt(0.5), N(18, 1) = -std::sqrt(0.5), N(held_unknown, 2) = 1.0;
    return P - N * N.transpose();
  }
};

Eigen::MatrixXd dense(Mat matrix) {
  return testing::dense(world(), matrix);
}

Eigen::VectorXd dense(Vec vector) {
  PetscInt size = 0, first = 0, last = 0;
  const double* entries = nullptr;
  TENON_PETSC(VecGetSize(vector, &size));
  TENON_PETSC(VecGetOwnershipRange(vector, &first, &last));
  TENON_PETSC(VecGetArrayRead(vector, &entries));
  Eigen::VectorXd all = Eigen::VectorXd::Zero(size);
  for (PetscInt i = first; i < last; ++i) all[i] = entries[i - first];
  TENON_PETSC(VecRestoreArrayRead(vector, &entries));
  world().sumInPlace(gsl::span<double>(all.data(), static_cast<std::size_t>(size)));
  return all;
}

Vector some(const CombinedLayout& layout) {
  Vector x = layout.makeVector();
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(x.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i) TENON_PETSC(VecSetValue(x.get(), i, std::sin(1.0 + i), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(x.get()));
  TENON_PETSC(VecAssemblyEnd(x.get()));
  return x;
}

TEST(Projection, projectsVectors) {
  const BlockedChain chain;
  const Projection projection = chain.projection();
  Vector x = some(*chain.layout);
  const Eigen::VectorXd before = dense(x.get());
  projection.project(x.get());
  EXPECT_LT((dense(x.get()) - chain.reference() * before).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Projection, imposesDirections) {
  const BlockedChain chain;
  const Projection projection = chain.projection();
  Vector u = some(*chain.layout);
  const Eigen::VectorXd before = dense(u.get());
  const std::vector<double> values = chain.ownsDirections() ? std::vector<double>{0.5, -0.25} : std::vector<double>{};
  projection.imposeDirections(u.get(), values);
  const Eigen::VectorXd after = dense(u.get());
  EXPECT_NEAR(0.6 * after[4] + 0.8 * after[5], 0.5, 1e-14);
  EXPECT_NEAR((after[0] - after[18]) * std::sqrt(0.5), -0.25, 1e-14);
  EXPECT_NEAR(0.8 * after[4] - 0.6 * after[5], 0.8 * before[4] - 0.6 * before[5], 1e-14);
  EXPECT_EQ(after[7], before[7]);
}

TEST(Projection, computesAndUpdatesTheProjectedMatrix) {
  BlockedChain chain;
  const Projection projection = chain.projection();
  const Eigen::MatrixXd P = chain.reference(), blocked = Eigen::MatrixXd::Identity(20, 20) - P;
  ProjectedMatrix projected;
  for (const DirichletDiagonal kind : {DirichletDiagonal::one, DirichletDiagonal::meanOfDiagonal}) {
    for (const double stiffness : {1.0, 3.0}) {
      chain.assembly.constrain({});
      chain.assemble(stiffness);
      const Eigen::MatrixXd A = dense(chain.assembly.matrix().get());
      chain.assembly.constrain(chain.constrained(), kind);
      chain.assemble(stiffness);
      double d = 1.0;
      if (kind == DirichletDiagonal::meanOfDiagonal) d = (A.diagonal().sum() - A(9, 9)) / 19;
      projection.apply(chain.assembly.matrix().get(), kind, projected);
      EXPECT_LT((dense(projected.matrix.get()) - (P * A * P + d * blocked)).cwiseAbs().maxCoeff(), 1e-13);
    }
  }
  PetscInt block = 0;
  TENON_PETSC(MatGetBlockSize(projected.matrix.get(), &block));
  EXPECT_EQ(block, 2);
}

TEST(Projection, projectsConstraintJacobians) {
  const BlockedChain chain;
  const Projection projection = chain.projection();
  std::vector<ConstraintEntry> entries{{0, GlobalIndex(4), 1.0}, {0, GlobalIndex(0), 2.0}, {0, GlobalIndex(9), 3.0}};
  const ConstraintMatrix all(*chain.layout, {{"row", 0, 1}}, entries),
      free(*chain.layout, {{"row", 0, 1}}, entries, projection.constrained());
  const Matrix projected = projection.projectJacobian(free.get());
  EXPECT_LT((dense(projected.get()) - dense(all.get()) * chain.reference()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Projection, withoutObliqueDirectionsClearsConstrainedDofs) {
  const BlockedChain chain;
  const Projection projection(*chain.layout, chain.constrained(), {}, 0);
  EXPECT_FALSE(projection.hasObliqueDirections());
  EXPECT_EQ(projection.directions(), nullptr);
  Vector x = some(*chain.layout);
  Eigen::VectorXd expected = dense(x.get());
  expected[BlockedChain::held_unknown] = 0.0;
  projection.project(x.get());
  EXPECT_EQ(dense(x.get()), expected);
}

}  // namespace
}  // namespace tenon::la
