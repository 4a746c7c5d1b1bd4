// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/PatternChange.hpp"

#include <gmock/gmock.h>

#include "tenon/base/Error.hpp"
#include "twoMeshes.hpp"

// A contributor writes blocks outside the recorded pattern on one rank only. All ranks detect the
// change and rebuild the pattern or reject the change.
namespace tenon::la {
namespace {

using testing::dense;
using ::testing::HasSubstr;
using testing::TwoMeshes;
using testing::world;
using Block = Eigen::Matrix<double, 3, 6>;

// Springs on one rank between its first owned node of the first state and its last owned node of
// the second state. No element contains both nodes. The springs are added after the elements.
struct Springs {
  const TwoMeshes& two;
  int rank;
  bool present = false;

  void contribute(const Contributions& to) const {
    to.setContributor("elements");
    two.contribute(to, 1.0);
    to.setContributor("springs on first/second");
    if (!present || world().rank() != rank) return;
    const LocalIndex row = 0, column = two.second->layout().numOwned() - 1;
    auto K = to.stiffness(-2.0);
    K.forceOn(*two.first).byPositionOf (*two.second)(row, column) += Block::Ones();
    K.forceOn(*two.first).byPositionOf (*two.second)(row, column) += Block::Ones();
  }
  Eigen::MatrixXd reference() const {
    Eigen::MatrixXd sum = two.reference(1.0);
    if (!present) return sum;
    const PetscInt row_node = two.first->layout().starts()[static_cast<std::size_t>(rank)];
    const PetscInt column_node = two.second->layout().starts()[static_cast<std::size_t>(rank) + 1] - 1;
    sum.block<3, 6>(two.unknown(0, row_node), two.unknown(1, column_node)).array() -= 4.0;
    return sum;
  }
};

class PatternChanges : public ::testing::TestWithParam<Insertion> {};

TEST_P(PatternChanges, areDetectedOnAllRanksAndRebuilt) {
  const TwoMeshes two(3, 6);
  for (int rank = 0; rank < world().size(); ++rank) {
    Springs springs{two, rank};
    MatrixAssembly assembly(two.layout, GetParam());
    const auto contribute = [&](const Contributions& to) { springs.contribute(to); };
    const auto distance = [&] {
      return (dense(world(), assembly.matrix().get()) - springs.reference()).norm() / springs.reference().norm();
    };
    assembly.record(contribute);
    EXPECT_FALSE(assembly.assemble(contribute).has_value());
    EXPECT_LE(distance(), 1e-13);

    springs.present = true;
    const auto change = assembly.assemble(contribute);
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(change->contributor, "springs on first/second");
    EXPECT_THAT(change->what, HasSubstr("of \"first\" and the column"));
    EXPECT_THAT(change->what, HasSubstr("is not in the recorded pattern."));
    EXPECT_LE(distance(), 1e-13);
    EXPECT_FALSE(assembly.assemble(contribute).has_value());  // the block is now in the recorded pattern
    EXPECT_LE(distance(), 1e-13);

    springs.present = false;  // recorded blocks that are not written do not change the pattern
    EXPECT_FALSE(assembly.assemble(contribute).has_value());
    EXPECT_LE(distance(), 1e-13);
  }
}

TEST_P(PatternChanges, areRejectedIfThePatternIsFixed) {
  const TwoMeshes two(3, 6);
  Springs springs{two, world().size() - 1};
  MatrixAssembly assembly(two.layout, GetParam(), {PatternPolicy::reject, IndexChecking::off});
  const auto contribute = [&](const Contributions& to) { springs.contribute(to); };
  assembly.record(contribute);
  springs.present = true;
  try {
    assembly.assemble(contribute);
    FAIL() << "no error";
  } catch (const base::InternalError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("The pattern of the matrix is fixed, but springs on first/second changed it: "));
    EXPECT_TRUE(error.isOnAllRanks());
  }
  EXPECT_EQ(dense(world(), assembly.matrix().get()).norm(), 0.0);
  assembly.record(contribute);
  assembly.assemble(contribute);
  EXPECT_LE((dense(world(), assembly.matrix().get()) - springs.reference()).norm(), 1e-13 * springs.reference().norm());
}

TEST_P(PatternChanges, keepDofsConstrained) {
  const TwoMeshes two(3, 6);
  Springs springs{two, 0};
  MatrixAssembly assembly(two.layout, GetParam());
  const auto contribute = [&](const Contributions& to) { springs.contribute(to); };
  assembly.record(contribute);
  std::vector<char> constrained(static_cast<std::size_t>(3 * two.layout->layout().numLocal()), 0);
  for (LocalIndex n = 0; n < two.first->layout().numLocal(); ++n)
    if (two.first->layout().global(n).value() == 0)
      constrained[static_cast<std::size_t>(3 * two.layout->local(0, n))] = 1;
  assembly.constrain(constrained, DirichletDiagonal::one);
  springs.present = true;
  EXPECT_TRUE(assembly.assemble(contribute).has_value());
  Eigen::MatrixXd expected = springs.reference();
  const Eigen::Index k = two.unknown(0, 0);
  expected.row(k).setZero();
  expected.col(k).setZero();
  expected(k, k) = 1.0;
  EXPECT_LE((dense(world(), assembly.matrix().get()) - expected).norm(), 1e-13 * expected.norm());
}

TEST_P(PatternChanges, recordTheGivenContributors) {
  // The pattern is recorded from two contributors, of which only one writes values. The blocks of
  // the other one remain in the pattern.
  const TwoMeshes two(3, 6);
  Springs springs{two, 0};
  MatrixAssembly assembly(two.layout, GetParam());
  const auto only_elements = [&](const Contributions& to) { two.contribute(to, 1.0); };
  const auto both = [&](const Contributions& to) { springs.contribute(to); };
  springs.present = true;
  assembly.record([](const Contributions&) {});
  EXPECT_TRUE(assembly.assemble(only_elements, both).has_value());
  EXPECT_FALSE(assembly.assemble(both).has_value());
  EXPECT_LE((dense(world(), assembly.matrix().get()) - springs.reference()).norm(), 1e-13 * springs.reference().norm());
}

TEST_P(PatternChanges, thatRecurAreRejected) {
  const TwoMeshes two(3, 6);
  Springs springs{two, 0};
  MatrixAssembly assembly(two.layout, GetParam());
  assembly.record([&](const Contributions& to) { springs.contribute(to); });
  const auto other = [&](const Contributions& to) {
    springs.present = false;
    springs.contribute(to);
  };
  try {
    assembly.assemble(
        [&](const Contributions& to) {
          springs.present = true;
          springs.contribute(to);
        },
        other);
    FAIL() << "no error";
  } catch (const base::InternalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("springs on first/second writes blocks outside the pattern"));
  }
}

INSTANTIATE_TEST_SUITE_P(Insertion, PatternChanges, ::testing::Values(Insertion::slots, Insertion::blocked),
                         [](const auto& test) { return test.param == Insertion::slots ? "slots" : "blocked"; });

TEST(PatternChange, isAChangedConnectivityToo) {
  TwoMeshes two(3, 6);
  MatrixAssembly assembly(two.layout, Insertion::slots);
  const auto contribute = [&](const Contributions& to) {
    to.setContributor("moving elements");
    two.contribute(to, 1.0);
  };
  assembly.record(contribute);
  assembly.assemble(contribute);
  const Eigen::MatrixXd before = dense(world(), assembly.matrix().get());
  if (world().isRoot()) std::swap(two.first_part.nodes[0], two.first_part.nodes[2]);
  const auto change = assembly.assemble(contribute);
  ASSERT_TRUE(change.has_value());
  EXPECT_EQ(change->contributor, "moving elements");
  EXPECT_THAT(change->what, HasSubstr("The connectivity of "));
  // Element matrices follow the order of their nodes, so that the sum does not change.
  EXPECT_LE((dense(world(), assembly.matrix().get()) - before).norm(), 1e-13 * before.norm());
}

}  // namespace
}  // namespace tenon::la
