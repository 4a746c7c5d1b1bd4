// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/MatrixAssembly.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contributor.hpp"
#include "tenon/base/algebra.hpp"

// Compares matrices assembled by slots and by insertion with a dense sum over
// all elements, on any number of ranks.
namespace tenon::la {
namespace {

using testing::Contributor;
using testing::dense;
using testing::makeState;
using testing::referenceOf;
using testing::world;

double mallocsOf(Mat matrix) {
  MatInfo info;
  TENON_PETSC(MatGetInfo(matrix, MAT_GLOBAL_SUM, &info));
  return info.mallocs;
}

struct Variant {
  Insertion insertion;
  ElementSymmetry symmetry;
  int block;
  bool lopsided;  // true if all nodes are on the last rank
};

class EveryVariant : public ::testing::TestWithParam<Variant> {};

TEST_P(EveryVariant, equalsTheDenseSumOverAllElements) {
  const Variant v = GetParam();
  const auto part = testing::quadGrid(world(), 4, 5, v.lopsided);
  const State state = makeState("sheet", part, v.block);
  const Contributor contributor{&part, &state, v.symmetry};
  MatrixAssembly assembly(std::make_shared<CombinedLayout>(std::vector<const State*>{&state}), v.insertion);
  const auto contribute = [&](const Contributions& to) {
    auto K = to.stiffness(-1.0);
    contributor.addElements(K.forceOn(state).byPositionOf(state));
    auto M = to.mass(0.25);
    contributor.addElements(M.on(state));
  };
  assembly.record(contribute);
  EXPECT_EQ(dense(world(), assembly.matrix().get()).norm(), 0.0);
  assembly.assemble(contribute);

  const Eigen::MatrixXd expected = -0.75 * referenceOf(part, v.block, v.symmetry == ElementSymmetry::symmetric);
  const Eigen::MatrixXd got = dense(world(), assembly.matrix().get());
  EXPECT_LE((got - expected).norm(), 1e-13 * expected.norm());
  EXPECT_EQ(mallocsOf(assembly.matrix().get()), 0.0);
  for (int repeat = 0; repeat < 10; ++repeat) {
    assembly.assemble(contribute);
    EXPECT_EQ(dense(world(), assembly.matrix().get()), got);  // bitwise equal
  }
}

std::vector<Variant> allVariants() {
  std::vector<Variant> all;
  for (const auto insertion : {Insertion::slots, Insertion::blocked})
    for (const auto symmetry : {ElementSymmetry::general, ElementSymmetry::symmetric})
      for (const int block : {1, 2, 3})
        for (const bool lopsided : {false, true}) all.push_back({insertion, symmetry, block, lopsided});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Insertion, EveryVariant, ::testing::ValuesIn(allVariants()), [](const auto& test) {
  const Variant& v = test.param;
  return std::string(v.insertion == Insertion::slots ? "slots" : "blocked") +
         (v.symmetry == ElementSymmetry::symmetric ? "Symmetric" : "General") + std::to_string(v.block) +
         (v.lopsided ? "OnOneRank" : "Spread");
});

// Object "rope" of springs and object "belt" of elements in one matrix. A spring connects each node
// of the rope with the next node of the belt. Both objects have the same partition, so that the
// owner of one end has a copy of the other end.
struct RopeAndBelt {
  testing::Part rope_part = testing::chain(world(), 9), belt_part = testing::chain(world(), 9);
  State rope = makeState("rope", rope_part, 3), belt = makeState("belt", belt_part, 3);
  std::shared_ptr<CombinedLayout> combined = std::make_shared<CombinedLayout>(std::vector<const State*>{&rope, &belt});

  static base::Mat3 spring(PetscInt a) {
    return base::Mat3::Identity() * (1.0 + static_cast<double>(a)) + base::Mat3::Ones();
  }

  void contribute(const Contributions& to) const {
    auto K = to.stiffness(-2.0);
    Contributor{&belt_part, &belt, ElementSymmetry::symmetric}.addElements(K.forceOn(belt).byPositionOf(belt));
    auto dfdx = K.forceOn(rope).byPositionOf(rope);
    for (LocalIndex s = 0; s < rope_part.table().num_elements; ++s) {
      const LocalIndex a = rope_part.nodes[static_cast<std::size_t>(2 * s)],
                       b = rope_part.nodes[static_cast<std::size_t>(2 * s + 1)];
      const base::Mat3 k = spring(rope.layout().global(a).value());
      dfdx(a, a) -= k;
      dfdx(a, b) += k;
      dfdx(b, a) += k;
      dfdx(b, b) -= k;
    }
    auto rope_by_belt = K.forceOn(rope).byPositionOf(belt), belt_by_rope = K.forceOn(belt).byPositionOf(rope);
    for (LocalIndex a = 0; a < rope.layout().numLocal(); ++a) {
      const LocalIndex b = belt.layout().local(partner(rope.layout().global(a)));
      if (b < 0) continue;  // neither end is owned by this rank
      rope_by_belt(a, b) += spring(100);
      belt_by_rope(b, a) += spring(100).transpose();
    }
  }
  // Returns the node of the belt that is connected with a node of the rope.
  static GlobalIndex partner(GlobalIndex rope_node) { return GlobalIndex(rope_node.value() + 1); }

  Eigen::MatrixXd reference() const {
    const Eigen::Index size = 3 * (9 + 9);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
    const auto at = [&](std::size_t s, PetscInt node) { return 3 * combined->global(s, GlobalIndex(node)).value(); };
    for (PetscInt a = 0; a + 1 < 9; ++a) {
      const base::Mat3 k = spring(a);
      sum.block<3, 3>(at(0, a), at(0, a)) -= k;
      sum.block<3, 3>(at(0, a + 1), at(0, a + 1)) -= k;
      sum.block<3, 3>(at(0, a), at(0, a + 1)) += k;
      sum.block<3, 3>(at(0, a + 1), at(0, a)) += k;
    }
    for (PetscInt a = 0; a + 1 < 9; ++a) {
      const PetscInt b = partner(GlobalIndex(a)).value();
      sum.block<3, 3>(at(0, a), at(1, b)) += spring(100);
      sum.block<3, 3>(at(1, b), at(0, a)) += spring(100).transpose();
    }
    const Eigen::MatrixXd of_belt = referenceOf(belt_part, 3, true);
    for (PetscInt a = 0; a < 9; ++a)
      for (PetscInt b = 0; b < 9; ++b) sum.block<3, 3>(at(1, a), at(1, b)) += of_belt.block<3, 3>(3 * a, 3 * b);
    return -2.0 * sum;
  }
};

TEST(MatrixAssembly, couplesTwoStatesBySingleBlocks) {
  for (const auto insertion : {Insertion::slots, Insertion::blocked}) {
    const RopeAndBelt two;
    MatrixAssembly assembly(two.combined, insertion);
    const auto contribute = [&](const Contributions& to) { two.contribute(to); };
    assembly.record(contribute);
    assembly.assemble(contribute);
    assembly.assemble(contribute);
    const Eigen::MatrixXd expected = two.reference();
    EXPECT_LE((dense(world(), assembly.matrix().get()) - expected).norm(), 1e-13 * expected.norm());
    EXPECT_EQ(mallocsOf(assembly.matrix().get()), 0.0);
  }
}

TEST(MatrixAssembly, storesExactlyTheBlocksThatWereRecorded) {
  const auto part = testing::quadGrid(world(), 3, 3);
  const State state = makeState("sheet", part, 2);
  const Contributor contributor{&part, &state, ElementSymmetry::symmetric};
  MatrixAssembly assembly(std::make_shared<CombinedLayout>(std::vector<const State*>{&state}), Insertion::slots);
  assembly.record(
      [&](const Contributions& to) { contributor.addElements(to.stiffness(1.0).forceOn(state).byPositionOf(state)); });
  MatInfo info;
  TENON_PETSC(MatGetInfo(assembly.matrix().get(), MAT_GLOBAL_SUM, &info));
  // Each direction has 2 + 3 + 3 + 2 = 10 neighbours in total, so that there are 10 x 10 blocks of
  // 2 x 2.
  EXPECT_EQ(info.nz_used, 400.0);
  PetscInt block = 0;
  TENON_PETSC(MatGetBlockSize(assembly.matrix().get(), &block));
  EXPECT_EQ(block, 2);
}

TEST(MatrixAssembly, storesTheEntriesOfABarOfHexes) {
  // The mesh has 4 x 4 x 20 nodes. The neighbours in the three directions add up to 10, 10 and 58,
  // so that there are 5800 blocks of 3 x 3.
  const auto part = testing::hexGrid(world(), 3, 3, 19);
  const State state = makeState("bar", part, 3);
  const Contributor contributor{&part, &state, ElementSymmetry::symmetric};
  MatrixAssembly assembly(std::make_shared<CombinedLayout>(std::vector<const State*>{&state}), Insertion::slots);
  assembly.record(
      [&](const Contributions& to) { contributor.addElements(to.stiffness(1.0).forceOn(state).byPositionOf(state)); });
  MatInfo info;
  PetscInt rows = 0, columns = 0;
  TENON_PETSC(MatGetInfo(assembly.matrix().get(), MAT_GLOBAL_SUM, &info));
  TENON_PETSC(MatGetSize(assembly.matrix().get(), &rows, &columns));
  EXPECT_EQ(rows, 960);
  EXPECT_EQ(columns, 960);
  EXPECT_EQ(info.nz_used, 52200.0);
}

TEST(MatrixAssembly, productsUseValuesWrittenIntoTheStoredRows) {
  const auto part = testing::quadGrid(world(), 4, 5);
  const State state = makeState("sheet", part, 3);
  const Contributor contributor{&part, &state, ElementSymmetry::symmetric};
  const auto layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
  MatrixAssembly assembly(layout, Insertion::slots);
  double factor = 1.0;
  const auto contribute = [&](const Contributions& to) {
    contributor.addElements(to.stiffness(factor).forceOn(state).byPositionOf(state));
  };
  assembly.record(contribute);
  const Vector x = layout->makeVector(), y = layout->makeVector();
  TENON_PETSC(VecSet(x.get(), 1.0));
  double first_norm = 0.0, second_norm = 0.0, product = 0.0;
  assembly.assemble(contribute);
  TENON_PETSC(MatNorm(assembly.matrix().get(), NORM_FROBENIUS, &first_norm));
  PetscObjectState before = 0, after = 0;
  TENON_PETSC(MatGetNonzeroState(assembly.matrix().get(), &before));
  factor = 3.0;
  assembly.assemble(contribute);
  TENON_PETSC(MatGetNonzeroState(assembly.matrix().get(), &after));
  TENON_PETSC(MatNorm(assembly.matrix().get(), NORM_FROBENIUS, &second_norm));
  TENON_PETSC(MatMult(assembly.matrix().get(), x.get(), y.get()));
  TENON_PETSC(VecSum(y.get(), &product));
  const Eigen::MatrixXd expected = 3.0 * referenceOf(part, 3, true);
  EXPECT_EQ(after, before);  // assembles new values in the same pattern
  EXPECT_NEAR(second_norm, 3.0 * first_norm, 1e-12 * second_norm);
  EXPECT_NEAR(product, expected.sum(), 1e-12 * expected.norm());
}

TEST(MatrixAssembly, eliminatesConstrainedDofs) {
  for (const auto insertion : {Insertion::slots, Insertion::blocked})
    for (const auto diagonal : {DirichletDiagonal::one, DirichletDiagonal::meanOfDiagonal}) {
      const auto part = testing::quadGrid(world(), 4, 5);
      const State state = makeState("sheet", part, 2);
      const Contributor contributor{&part, &state, ElementSymmetry::symmetric};
      const auto layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
      MatrixAssembly assembly(layout, insertion);
      const auto contribute = [&](const Contributions& to) {
        contributor.addElements(to.stiffness(1.0).forceOn(state).byPositionOf(state));
      };
      assembly.record(contribute);
      // Constrained: one component of every third node and both components of node 8.
      const auto isHeld = [](PetscInt unknown) { return unknown % 6 == 0 || unknown / 2 == 8; };
      std::vector<char> constrained(static_cast<std::size_t>(2 * layout->layout().numLocal()));
      for (LocalIndex n = 0; n < layout->layout().numLocal(); ++n)
        for (int c = 0; c < 2; ++c)
          constrained[static_cast<std::size_t>(2 * n + c)] = isHeld(2 * layout->layout().global(n).value() + c) ? 1 : 0;
      assembly.constrain(constrained, diagonal);
      assembly.assemble(contribute);
      assembly.assemble(contribute);

      Eigen::MatrixXd expected = referenceOf(part, 2, true);
      double sum = 0.0;
      int num_free = 0;
      for (Eigen::Index k = 0; k < expected.rows(); ++k) {
        if (isHeld(static_cast<PetscInt>(k))) continue;
        sum += std::abs(expected(k, k));
        ++num_free;
      }
      for (Eigen::Index k = 0; k < expected.rows(); ++k) {
        if (!isHeld(static_cast<PetscInt>(k))) continue;
        expected.row(k).setZero();
        expected.col(k).setZero();
        expected(k, k) = diagonal == DirichletDiagonal::one ? 1.0 : sum / num_free;
      }
      EXPECT_LE((dense(world(), assembly.matrix().get()) - expected).norm(), 1e-13 * expected.norm());
      assembly.constrain({});
      assembly.assemble(contribute);
      EXPECT_LE((dense(world(), assembly.matrix().get()) - referenceOf(part, 2, true)).norm(), 1e-13 * expected.norm());
    }
}

}  // namespace
}  // namespace tenon::la
