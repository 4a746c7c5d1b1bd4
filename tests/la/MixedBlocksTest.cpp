// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "la/assembly/MatrixFreeProduct.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "twoMeshes.hpp"

// Compares matrices of states with different block sizes with a dense sum over all
// elements in an independent numbering.
namespace tenon::la {
namespace {

using testing::dense;
using testing::TwoMeshes;
using testing::world;

struct Blocks {
  int first, second, common;
};

class MixedBlocks : public ::testing::TestWithParam<Blocks> {};

TEST_P(MixedBlocks, equalTheDenseSum) {
  const Blocks blocks = GetParam();
  const TwoMeshes two(blocks.first, blocks.second);
  EXPECT_EQ(two.layout->block(), blocks.common);
  const Eigen::MatrixXd expected = two.reference(-0.5);
  for (const auto insertion : {Insertion::slots, Insertion::blocked}) {
    MatrixAssembly assembly(two.layout, insertion);
    const auto contribute = [&](const Contributions& to) { two.contribute(to, -0.5); };
    assembly.record(contribute);
    assembly.assemble(contribute);
    const Eigen::MatrixXd got = dense(world(), assembly.matrix().get());
    EXPECT_LE((got - expected).norm(), 1e-13 * expected.norm());
    for (int repeat = 0; repeat < 9; ++repeat) {
      assembly.assemble(contribute);
      EXPECT_EQ(dense(world(), assembly.matrix().get()), got);  // bitwise equal
    }
    PetscInt block = 0;
    TENON_PETSC(MatGetBlockSize(assembly.matrix().get(), &block));
    EXPECT_EQ(block, blocks.common);
  }
}

TEST_P(MixedBlocks, areMultipliedWithoutAMatrix) {
  const Blocks blocks = GetParam();
  const TwoMeshes two(blocks.first, blocks.second);
  std::vector<std::vector<double>> x, y;
  for (int s = 0; s < 2; ++s) {
    const Layout& layout = two.state(s).layout();
    const int b = two.state(s).block();
    x.emplace_back();
    for (LocalIndex n = 0; n < layout.numLocal(); ++n)
      for (int i = 0; i < b; ++i) x.back().push_back(std::cos(static_cast<double>(layout.global(n).value()) + i + s));
    y.emplace_back(x.back().size(), 0.0);
  }
  const IncrementVector dx(
      [&](const State& state) { return gsl::span<const double>(x[&state == two.first.get() ? 0 : 1]); });
  ForceVector df([&](const State& state) { return gsl::span<double>(y[&state == two.first.get() ? 0 : 1]); });
  MatrixFreeProduct product(dx, df);
  StiffnessMatrix K = product.stiffness();
  two.addStiffness(K);
  const Vector all_x = two.layout->makeVector(), all_y = two.layout->makeVector(), expected = two.layout->makeVector();
  two.layout->gather({x[0], x[1]}, all_x.get());
  two.layout->gather({y[0], y[1]}, all_y.get());
  MatrixAssembly assembly(two.layout, Insertion::slots);
  const auto contribute = [&](const Contributions& to) { two.contribute(to, 1.0); };
  assembly.record(contribute);
  assembly.assemble(contribute);
  TENON_PETSC(MatMult(assembly.matrix().get(), all_x.get(), expected.get()));
  double norm = 0.0, error = 0.0;
  TENON_PETSC(VecNorm(expected.get(), NORM_2, &norm));
  TENON_PETSC(VecAXPY(all_y.get(), -1.0, expected.get()));
  TENON_PETSC(VecNorm(all_y.get(), NORM_2, &error));
  EXPECT_GT(norm, 1.0);
  EXPECT_LE(error, 1e-13 * norm);
}

INSTANTIATE_TEST_SUITE_P(Pairs, MixedBlocks,
                         ::testing::Values(Blocks{3, 6, 3}, Blocks{3, 1, 3}, Blocks{2, 1, 2}, Blocks{6, 6, 6},
                                           Blocks{6, 1, 3}, Blocks{2, 3, 2}, Blocks{3, 2, 2}, Blocks{3, 3, 3}),
                         [](const auto& test) {
                           return std::to_string(test.param.first) + "And" + std::to_string(test.param.second);
                         });

/// Adds three entries per element, between its first nodes: as single entries,
/// or as blocks that are zero elsewhere.
void addEntries(const TwoMeshes& two, StiffnessMatrix& K, bool as_blocks) {
  auto ab = K.forceOn(*two.first).byPositionOf(*two.second), ba = K.forceOn(*two.second).byPositionOf(*two.first);
  for (LocalIndex e = 0; e < two.first_part.table().num_elements; ++e) {
    const LocalIndex a = two.first_part.nodes[static_cast<std::size_t>(4 * e)],
                     b = two.second_part.nodes[static_cast<std::size_t>(2 * e)];
    if (as_blocks) {
      Eigen::Matrix<double, 3, 6> block = Eigen::Matrix<double, 3, 6>::Zero();
      block(2, 4) = 7.0, block(0, 1) = 3.0;
      ab(a, b) += block;
      Eigen::Matrix<double, 6, 3> other = Eigen::Matrix<double, 6, 3>::Zero();
      other(5, 0) = 0.5;
      ba(b, a) -= other;
    } else {
      ab(a, b)(2, 4) += 3.0;
      ab(a, b)(2, 4) += 4.0;
      ab(a, b)(0, 1) += 3.0;
      ba(b, a)(5, 0) -= 0.5;
    }
  }
}

TEST(MixedBlocks, acceptSingleEntries) {
  const TwoMeshes two(3, 6);
  const auto matrixOf = [&](bool as_blocks, Insertion insertion) {
    const auto contribute = [&](const Contributions& to) {
      auto K = to.stiffness(2.0);
      addEntries(two, K, as_blocks);
    };
    MatrixAssembly assembly(two.layout, insertion, {PatternPolicy::rebuild, IndexChecking::on});
    assembly.record(contribute);
    assembly.assemble(contribute);
    return dense(world(), assembly.matrix().get());
  };
  const Eigen::MatrixXd expected = matrixOf(true, Insertion::slots);
  EXPECT_EQ(expected.maxCoeff(), 14.0);
  EXPECT_EQ(expected.minCoeff(), -1.0);
  EXPECT_EQ(matrixOf(false, Insertion::slots), expected);
  EXPECT_EQ(matrixOf(false, Insertion::blocked), expected);
  MatrixAssembly assembly(two.layout, Insertion::slots);
  EXPECT_THROW(assembly.record([&](const Contributions& to) {
    to.stiffness(1.0).forceOn(*two.first).byPositionOf (*two.second)(0, 0)(0, 6) += 1.0;
  }),
               base::InternalError);
}

TEST(MixedBlocks, giveTheSameBitsInTenRuns) {
  Eigen::MatrixXd first_run;
  for (int run = 0; run < 10; ++run) {
    const TwoMeshes two(3, 6);
    MatrixAssembly assembly(two.layout, Insertion::slots);
    const auto contribute = [&](const Contributions& to) { two.contribute(to, 1.0); };
    assembly.record(contribute);
    assembly.assemble(contribute);
    const Eigen::MatrixXd got = dense(world(), assembly.matrix().get());
    if (run == 0) first_run = got;
    EXPECT_EQ(got, first_run);
  }
}

TEST(MixedBlocks, areNamedInASaddleMatrixByTheirOwnBlockSize) {
  const TwoMeshes two(3, 6);
  const auto names = namedStates(*two.layout);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0].count, two.first->layout().numOwned());
  EXPECT_EQ(names[1].first, names[0].count);
  EXPECT_EQ(names[1].count, 2 * two.second->layout().numOwned());
  EXPECT_EQ(names[1].rows_per_node, 2);
}

TEST(MixedBlocks, constrainDofsOfBothStates) {
  const TwoMeshes two(3, 6);
  MatrixAssembly assembly(two.layout, Insertion::slots);
  const auto contribute = [&](const Contributions& to) { two.contribute(to, 1.0); };
  assembly.record(contribute);
  std::vector<char> constrained(static_cast<std::size_t>(3 * two.layout->layout().numLocal()), 0);
  Eigen::MatrixXd expected = two.reference(1.0);
  // Constrained: component 1 of the even nodes of the first state, and the rotations (components 3
  // to 5) of each third node of the second state.
  for (int s = 0; s < 2; ++s) {
    const auto isHeld = [s](PetscInt node, int i) {
      return s == 0 ? node % 2 == 0 && i == 1 : node % 3 == 0 && i >= 3;
    };
    const Layout& own = two.state(s).layout();
    for (LocalIndex n = 0; n < own.numLocal(); ++n)
      for (int i = 0; i < two.state(s).block(); ++i)
        constrained[static_cast<std::size_t>(3 * two.layout->local(static_cast<std::size_t>(s), n) + i)] =
            isHeld(own.global(n).value(), i) ? 1 : 0;
    for (PetscInt n = 0; n < own.numGlobal(); ++n)
      for (int i = 0; i < two.state(s).block(); ++i) {
        if (!isHeld(n, i)) continue;
        const Eigen::Index k = two.unknown(s, n) + i;
        expected.row(k).setZero();
        expected.col(k).setZero();
        expected(k, k) = 1.0;
      }
  }
  assembly.constrain(constrained);
  assembly.assemble(contribute);
  EXPECT_LE((dense(world(), assembly.matrix().get()) - expected).norm(), 1e-13 * expected.norm());
}

}  // namespace
}  // namespace tenon::la
