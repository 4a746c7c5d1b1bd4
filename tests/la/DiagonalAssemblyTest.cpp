// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/DiagonalAssembly.hpp"

#include <gtest/gtest.h>

#include "tenon/base/Error.hpp"
#include "twoMeshes.hpp"

namespace tenon::la {
namespace {

using testing::dense;
using testing::TwoMeshes;
using testing::world;

TEST(DiagonalAssembly, isTheDiagonalOfTheMatrix) {
  for (const auto& [first, second] : {std::pair{3, 6}, {3, 1}, {2, 1}, {3, 3}}) {
    const TwoMeshes two(first, second);
    const auto contribute = [&](const Contributions& to) { two.contribute(to, -1.5); };
    MatrixAssembly assembly(two.layout, Insertion::slots);
    assembly.record(contribute);
    assembly.assemble(contribute);
    const Vector expected = two.layout->makeVector();
    TENON_PETSC(MatGetDiagonal(assembly.matrix().get(), expected.get()));
    double norm = 0.0;
    TENON_PETSC(VecNorm(expected.get(), NORM_2, &norm));
    for (const auto kind : {DiagonalKind::scalar, DiagonalKind::block}) {
      DiagonalAssembly diagonal(two.layout, kind);
      diagonal.assemble(contribute);
      diagonal.assemble(contribute);  // each assembly starts from zero
      const Vector got = diagonal.vector();
      double error = 0.0;
      TENON_PETSC(VecAXPY(got.get(), -1.0, expected.get()));
      TENON_PETSC(VecNorm(got.get(), NORM_2, &error));
      EXPECT_LE(error, 1e-14 * norm);
    }
  }
}

TEST(DiagonalAssembly, keepsTheBlockOfEachNode) {
  const TwoMeshes two(3, 6);
  DiagonalAssembly diagonal(two.layout, DiagonalKind::block);
  diagonal.assemble([&](const Contributions& to) { two.contribute(to, 1.0); });
  const Eigen::MatrixXd matrix = two.reference(1.0);
  for (int s = 0; s < 2; ++s) {
    const int b = two.state(s).block();
    const Layout& layout = two.state(s).layout();
    const auto blocks = diagonal.valuesOf(static_cast<std::size_t>(s));
    ASSERT_EQ(blocks.size(), static_cast<std::size_t>(layout.numOwned() * b * b));
    for (LocalIndex node = 0; node < layout.numOwned(); ++node) {
      const Eigen::Index k = two.unknown(s, layout.global(node).value());
      for (int i = 0; i < b; ++i)
        for (int j = 0; j < b; ++j)
          EXPECT_NEAR(blocks[static_cast<std::size_t>((node * b + i) * b + j)], matrix(k + i, k + j), 1e-12);
    }
  }
}

TEST(DiagonalAssembly, addsBothEntriesOfARepeatedNode) {
  const auto part = testing::quadGrid(base::Communicator::self(), 1, 1);
  const State state = testing::makeState("folded", part, 1);
  const std::vector<LocalIndex> nodes{0, 1, 1};
  const auto layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
  for (const auto symmetry : {ElementSymmetry::general, ElementSymmetry::symmetric}) {
    DiagonalAssembly diagonal(layout, DiagonalKind::scalar);
    diagonal.assemble([&](const Contributions& to) {
      auto M = to.mass(2.0);
      M.on(state).addElements({nodes.data(), 3, 1}, 1, symmetry, [](LocalIndex, int, Lane* matrix) {
        for (int k = 0; k < 9; ++k) matrix[k] = base::allLanes(k == 3 || k == 6 || k == 7 ? matrix[0][0] : 1.0 + k);
        matrix[3] = matrix[1], matrix[6] = matrix[2], matrix[7] = matrix[5];  // entries of a symmetric matrix
      });
    });
    EXPECT_EQ(diagonal.valuesOf(0)[0], 2.0 * 1.0);
    EXPECT_EQ(diagonal.valuesOf(0)[1], 2.0 * (5.0 + 9.0 + 2 * 6.0));
    EXPECT_EQ(diagonal.valuesOf(0)[2], 0.0);
  }
}

TEST(DiagonalAssembly, throwsOnAllRanksIfOneFails) {
  const TwoMeshes two(3, 6);
  DiagonalAssembly diagonal(two.layout, DiagonalKind::scalar);
  try {
    diagonal.assemble([&](const Contributions&) {
      if (world().isRoot()) throw base::InputError("It is broken.");
    });
    FAIL() << "no error";
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
  }
}

}  // namespace
}  // namespace tenon::la
