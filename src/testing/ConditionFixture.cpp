// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/ConditionFixture.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>

#include "la/matrices/ConstraintMatrix.hpp"
#include "la/matrices/Projection.hpp"
#include "partitionTrace.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::testing {
namespace {

constexpr system::Factors step_factors{1.0, 0.0, -1.0};

template <class System>
std::unique_ptr<system::LinearSystem> makeSystem(ConditionCase& one, const system::SystemOptions& options) {
  if constexpr (std::is_same_v<System, system::AssembledSystem>)
    return std::make_unique<System>(one.mechanics(), la::Insertion::slots, options);
  else
    return std::make_unique<System>(one.mechanics(), std::vector<system::CompositeSystem::MatrixPart>{}, options);
}

template <class System>
Eigen::MatrixXd matrixOf(ConditionCase& one, const system::SystemOptions& options) {
  auto system = makeSystem<System>(one, options);
  system->assemble(step_factors);
  system->assemble({2.0, 0.0, -3.0});
  system->assemble(step_factors);  // after other factors: the same result
  return one.dense(system->get());
}

}  // namespace

void ConditionFixture::expectConsistent() {
  ConditionCase alone = makeCase(base::Communicator::self(), 0);
  const Eigen::MatrixXd P = alone.P(), A = matrixOf<system::AssembledSystem>(alone, {});
  const Eigen::VectorXd imposed = imposedDisplacement(alone);
  for (const int partition : Objects::all_partitions) {
    SCOPED_TRACE(partitionTrace(base::Communicator::world(), partition));
    ConditionCase one = makeCase(base::Communicator::world(), partition);
    EXPECT_LT(largest(one.P() - P), 1e-13) << "P";
    EXPECT_LT(largest(imposedDisplacement(one) - imposed), 1e-13) << "prescribed displacement";
    EXPECT_LT(largest(matrixOf<system::AssembledSystem>(one, {}) - A), 1e-13 * largest(A)) << "A";
    expectProjection(one, P);
    expectMatrices(one, P);
    expectRightHandSide(one, P);
    expectConstraintRows(one, P);
    expectSolution(one);
  }
}

std::vector<Box> ConditionFixture::boxes() const {
  return {{"box", CellType::hex8, {2, 2, 1}}};
}

double ConditionFixture::time() const {
  return 0.0;
}

ConditionCase ConditionFixture::makeCase(const base::Communicator& comm, int partition) const {
  ConditionCase one(comm, boxes(), partition, [this](const fem::FindDomain& find) { return make(find); });
  one.mechanics().setTime(time());
  return one;
}

void ConditionFixture::forNodes(ConditionCase& one, std::size_t object, const std::string& group,
                                const std::function<void(std::int64_t position, const base::Vec3& place)>& visit) {
  struct Node {
    std::int64_t position;
    double place[3];
  };
  const mesh::Mesh& mesh = one.mechanics().bodies()[object]->mesh();
  std::vector<Node> nodes;
  for (const LocalIndex node : mesh.nodesOf(mesh.group(group))) {
    if (!mesh.layout().isOwned(node)) continue;
    const double* x = mesh.points().data() + 3 * static_cast<std::size_t>(node);
    nodes.push_back({mesh.nodePositions()[static_cast<std::size_t>(node)], {x[0], x[1], x[2]}});
  }
  nodes = mesh.comm().gatherAll(nodes);
  std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.position < b.position; });
  for (const Node& node : nodes) visit(node.position, Eigen::Map<const base::Vec3>(node.place));
}

base::Vec3 ConditionFixture::at(ConditionCase& one, const Eigen::VectorXd& u, std::size_t object,
                                std::int64_t position) {
  base::Vec3 value = base::Vec3::Zero();
  for (int c = 0; c < one.mechanics().dimension(); ++c) value[c] = u[one.unknown(object, position, c)];
  return value;
}

double ConditionFixture::largest(const Eigen::MatrixXd& matrix) {
  return matrix.cwiseAbs().maxCoeff();
}

Eigen::VectorXd ConditionFixture::randomVector(Eigen::Index n, int seed) {
  Eigen::VectorXd values(n);
  for (Eigen::Index i = 0; i < n; ++i) values[i] = Objects::randomValue(seed, i);
  return values;
}

Eigen::VectorXd ConditionFixture::imposedDisplacement(ConditionCase& one) {
  one.setDisplacement(0.1 * randomVector(one.numUnknowns(), 3));
  one.mechanics().imposeDirichletValues();
  return one.displacement();
}

double ConditionFixture::largestResidual(ConditionCase& one, const Eigen::VectorXd& u) const {
  Residuals residuals;
  addResiduals(one, u, residuals);
  double most = 0.0;
  for (const double value : residuals) most = std::max(most, std::abs(value));
  return most;
}

void ConditionFixture::expectProjection(ConditionCase& one, const Eigen::MatrixXd& P) const {
  EXPECT_LT(largest(P - P.transpose()), 1e-12) << "P is symmetric";
  EXPECT_LT(largest(P * P - P), 1e-12) << "P P = P";
  EXPECT_NEAR(static_cast<double>(P.rows()) - P.trace(), numConstrained(), 1e-10) << "constrained displacements";
  const Eigen::VectorXd u = imposedDisplacement(one);
  EXPECT_LT(largestResidual(one, u), 1e-12) << "of the displacement that the system prescribes";
  const Eigen::VectorXd any = randomVector(one.numUnknowns(), 4);
  EXPECT_LT(largestResidual(one, u + P * any), 1e-12) << "after a displacement in the range of P";
  EXPECT_GT(largestResidual(one, u + any), 1e-3) << "after any displacement";
  EXPECT_LT(largest(P * (u - 0.1 * randomVector(one.numUnknowns(), 3))), 1e-12)
      << "prescribing a displacement keeps the free ones";
}

void ConditionFixture::expectMatrices(ConditionCase& one, const Eigen::MatrixXd& P) const {
  const Eigen::Index n = P.rows();
  system::SystemOptions raw;
  raw.contents.projective_conditions = false;
  const Eigen::MatrixXd all = matrixOf<system::AssembledSystem>(one, raw);
  for (const auto kind : {la::DirichletDiagonal::one, la::DirichletDiagonal::meanOfDiagonal}) {
    const double d = one.projection().diagonalOf(one.distributed(all.diagonal()).get(), kind);
    const Eigen::MatrixXd expected = P * all * P + d * (Eigen::MatrixXd::Identity(n, n) - P);
    const double tolerance = 1e-12 * largest(expected);
    system::SystemOptions options;
    options.held_diagonal = kind;
    const Eigen::MatrixXd A = matrixOf<system::AssembledSystem>(one, options);
    EXPECT_LT(largest(A - expected), tolerance) << "fixed pattern";
    EXPECT_LT(largest(A - A.transpose()), tolerance) << "symmetry";
    EXPECT_LT(largest(matrixOf<system::CompositeSystem>(one, options) - expected), tolerance) << "composite";
    system::AssembledSystem general(one.mechanics(), la::Insertion::blocked, options);
    general.assemble(step_factors);
    EXPECT_LT(largest(one.dense(general.get()) - expected), tolerance) << "assembled";
    system::MatrixFreeSystem shell(one.mechanics(), options);
    shell.assemble(step_factors);
    const Eigen::VectorXd x = randomVector(n, 5);
    la::Vector y = one.layout().makeVector();
    shell.multiply(one.distributed(x).get(), y.get());
    EXPECT_LT(largest(one.dense(y.get()) - expected * x), tolerance * std::sqrt(static_cast<double>(n)))
        << "matrix-free";
  }
}

void ConditionFixture::expectRightHandSide(ConditionCase& one, const Eigen::MatrixXd& P) const {
  system::SystemOptions raw;
  raw.contents.projective_conditions = false;
  imposedDisplacement(one);
  const Eigen::VectorXd f =
      one.dense(system::AssembledSystem(one.mechanics(), la::Insertion::slots, raw).residual().get());
  const Eigen::VectorXd r = one.dense(system::AssembledSystem(one.mechanics()).residual().get());
  EXPECT_LT(largest(r - P * f), 1e-12 * largest(f)) << "right-hand side";
}

void ConditionFixture::expectConstraintRows(ConditionCase& one, const Eigen::MatrixXd& P) const {
  const la::CombinedLayout& layout = one.layout();
  const PetscInt n = static_cast<PetscInt>(one.numUnknowns()), r = layout.comm().rank();
  std::vector<la::ConstraintEntry> entries;
  for (PetscInt k = 0; k < n; k += 2)
    entries.push_back({0, base::GlobalIndex((k + r) % n), Objects::randomValue(6, k + 100 * r)});
  const std::vector<la::NamedRows> groups{{"row", 0, 1}};
  const la::ConstraintMatrix full(layout, groups, entries),
      free(layout, groups, entries, one.projection().constrained());
  const la::Matrix projected = one.projection().projectJacobian(free.get());
  EXPECT_LT(largest(one.dense(projected.get(), false) - one.dense(full.get(), false) * P), 1e-12) << "G P";
}

void ConditionFixture::expectSolution(ConditionCase& one) const {
  imposedDisplacement(one);
  system::AssembledSystem system(one.mechanics());
  system.assemble(step_factors);
  const Eigen::VectorXd du = one.dense(system.get()).fullPivLu().solve(one.dense(system.residual().get()));
  EXPECT_GT(largest(du), 1e-3) << "something moves";
  EXPECT_LT(largestResidual(one, one.displacement() + du), 1e-11) << "of the solution";
}

}  // namespace tenon::testing
