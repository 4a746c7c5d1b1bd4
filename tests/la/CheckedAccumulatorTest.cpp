// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/CheckedAccumulator.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tenon/base/Error.hpp"
#include "twoMeshes.hpp"

// Verifies that each kind of invalid entry is rejected on all ranks, with the names and indices in
// the message, and that the matrix remains unchanged.
namespace tenon::la {
namespace {

using testing::dense;
using ::testing::HasSubstr;
using testing::TwoMeshes;
using testing::world;

using Write = std::function<void(StiffnessMatrix&, const TwoMeshes&)>;

constexpr AssemblyRules checking{PatternPolicy::rebuild, IndexChecking::on},
    checking_values{PatternPolicy::rebuild, IndexChecking::values};

// Returns the message of an assembly in which a first contributor writes valid entries. The second
// contributor, "bad springs", then calls `write` on the last rank only. @note Collective.
std::string errorOf(const Write& write, Insertion insertion = Insertion::slots, AssemblyRules rules = checking) {
  const TwoMeshes two(3, 6);
  MatrixAssembly assembly(two.layout, insertion, rules);
  const auto good = [&](const Contributions& to) {
    to.setContributor("good springs");
    two.contribute(to, 1.0);
  };
  assembly.record(good);
  std::string message = "no error";
  try {
    assembly.assemble([&](const Contributions& to) {
      good(to);
      to.setContributor("bad springs");
      auto K = to.stiffness(1.0);
      if (world().rank() + 1 == world().size()) write(K, two);
    });
  } catch (const base::InternalError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    message = error.what();
  }
  if (message != "no error") {
    EXPECT_EQ(dense(world(), assembly.matrix().get()).norm(), 0.0);
  }
  // The assembly can still be used after the error.
  assembly.assemble(good);
  const Eigen::MatrixXd expected = two.reference(1.0);
  EXPECT_LE((dense(world(), assembly.matrix().get()) - expected).norm(), 1e-13 * expected.norm());
  return message;
}

using Block33 = Eigen::Matrix3d;
using Block36 = Eigen::Matrix<double, 3, 6>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(CheckedAccumulator, refusesNodesThatTheStateDoesNotHave) {
  const std::string who =
      "bad springs contributes invalid entries to the matrix with the rows of \"first\" and the columns of \"second\": "
      "there is no local node ";
  const auto at = [&](LocalIndex row, LocalIndex column) {
    return errorOf([row, column](StiffnessMatrix& K, const TwoMeshes& two) {
      K.forceOn(*two.first).byPositionOf (*two.second)(row, column) += Block36::Ones();
    });
  };
  const TwoMeshes two(3, 6);
  const auto nodes = [](const State& state) {
    return ", which has " + world().broadcast(std::to_string(state.layout().numLocal()), world().size() - 1) +
           " nodes on this rank.";
  };
  EXPECT_EQ(at(-1, 0), who + "-1 of \"first\"" + nodes(*two.first));
  EXPECT_EQ(at(1000, 0), who + "1000 of \"first\"" + nodes(*two.first));
  EXPECT_EQ(at(0, 77), who + "77 of \"second\"" + nodes(*two.second));
}

// The slot accumulator caches the positions of blocks in the order of the previous assembly and
// skips look-ups for them. Invalid nodes must be rejected there, too.
TEST(CheckedAccumulator, rejectsNodesThatHaveBecomeInvalid) {
  const testing::Part part = testing::chain(world(), 12);
  const State state = testing::makeState("chain", part, 3);
  MatrixAssembly assembly(std::make_shared<CombinedLayout>(std::vector<const State*>{&state}), Insertion::slots,
                          checking);
  const auto springs = [&](LocalIndex row_shift, LocalIndex column_shift) {
    return [&, row_shift, column_shift](const Contributions& to) {
      to.setContributor("springs");
      auto K = to.stiffness(1.0);
      auto dfdx = K.forceOn(state).byPositionOf(state);
      for (std::size_t k = 0; k + 1 < part.nodes.size(); k += 2)
        dfdx(part.nodes[k] + row_shift, part.nodes[k + 1] + column_shift) += Block33::Ones();
    };
  };
  assembly.record(springs(0, 0));
  for (int repeat = 0; repeat < 2; ++repeat) assembly.assemble(springs(0, 0));
  EXPECT_GT(dense(world(), assembly.matrix().get()).norm(), 1.0);
  for (const LocalIndex shift : {-100, 100})
    for (const bool of_rows : {false, true}) {
      try {
        assembly.assemble(of_rows ? springs(shift, 0) : springs(0, shift));
        ADD_FAILURE() << "no error";
      } catch (const base::InternalError& error) {
        EXPECT_THAT(error.what(), HasSubstr("springs contributes invalid entries to the matrix with the rows of "
                                            "\"chain\" and the columns of \"chain\": there is no local node "));
      }
    }
}

TEST(CheckedAccumulator, refusesBlocksOfAWrongShape) {
  EXPECT_EQ(errorOf([](StiffnessMatrix& K, const TwoMeshes& two) {
              K.forceOn(*two.second).byPositionOf (*two.first)(0, 0) += Block36::Ones();
            }),
            "bad springs contributes invalid entries to the matrix with the rows of \"second\" and the columns of "
            "\"first\": a block has the shape 3 x 6, but must have the shape 6 x 3.");
  EXPECT_THAT(errorOf([](StiffnessMatrix& K, const TwoMeshes& two) {
                K.forceOn(*two.first).byPositionOf (*two.first)(0, 0) += 1.0;
              }),
              HasSubstr("a block has the shape 1 x 1, but must have the shape 3 x 3."));
  EXPECT_THAT(errorOf([](StiffnessMatrix& K, const TwoMeshes& two) {
                K.forceOn(*two.first)
                    .byPositionOf(*two.first)
                    .addElements(two.first_part.table(), 2, ElementSymmetry::symmetric, [](LocalIndex, int, Lane*) {});
              }),
              HasSubstr("a block has the shape 2 x 2, but must have the shape 3 x 3."));
}

TEST(CheckedAccumulator, shapesAreCheckedWithoutIt) {
  const std::string sentence =
      "bad springs contributes invalid entries to the matrix with the rows of \"second\" and the columns of \"first\": "
      "a block has the shape 3 x 6, but must have the shape 6 x 3.";
  for (const auto insertion : {Insertion::slots, Insertion::blocked})
    EXPECT_EQ(
        errorOf([](StiffnessMatrix& K,
                   const TwoMeshes& two) { K.forceOn(*two.second).byPositionOf (*two.first)(0, 0) += Block36::Ones(); },
                insertion, {}),
        sentence);
  EXPECT_THAT(errorOf(
                  [](StiffnessMatrix& K, const TwoMeshes& two) {
                    K.forceOn(*two.first)
                        .byPositionOf(*two.first)
                        .addElements(two.first_part.table(), 2, ElementSymmetry::symmetric,
                                     [](LocalIndex, int, Lane*) {});
                  },
                  Insertion::slots, {}),
              HasSubstr("a block has the shape 2 x 2, but must have the shape 3 x 3"));
}

TEST(CheckedAccumulator, componentsAreCheckedWithoutIt) {
  const auto at = [](int i, int j, Insertion insertion, AssemblyRules rules) {
    return errorOf(
        [i, j](StiffnessMatrix& K, const TwoMeshes& two) {
          K.forceOn(*two.second).byPositionOf (*two.first)(0, 1)(i, j) += 1.0;
        },
        insertion, rules);
  };
  const std::string who =
                        "bad springs contributes invalid entries to the matrix with the rows of \"second\" and the "
                        "columns of \"first\": there is no entry ",
                    where =
                        " in the row of local node 0 and the column of local node 1, whose block has the shape 6 x 3.";
  for (const auto insertion : {Insertion::slots, Insertion::blocked})
    for (const auto& rules : {AssemblyRules{}, checking}) {
      EXPECT_EQ(at(0, 3, insertion, rules), who + "(0, 3)" + where);
      EXPECT_EQ(at(6, 0, insertion, rules), who + "(6, 0)" + where);
      EXPECT_EQ(at(0, -1, insertion, rules), who + "(0, -1)" + where);
    }
}

TEST(CheckedAccumulator, refusesTablesThatDoNotFit) {
  for (const LocalIndex wrong : {-7, 12345})
    EXPECT_THAT(errorOf([wrong](StiffnessMatrix& K, const TwoMeshes& two) {
                  auto nodes = two.first_part.nodes;
                  nodes[6] = wrong;
                  const ElementTable table{nodes.data(), 4, two.first_part.table().num_elements};
                  K.forceOn(*two.first)
                      .byPositionOf(*two.first)
                      .addElements(table, 3, ElementSymmetry::symmetric, [](LocalIndex, int, Lane*) {});
                }),
                HasSubstr("element 1 of a table of "));
  EXPECT_THAT(errorOf([](StiffnessMatrix& K, const TwoMeshes& two) {
                ElementTable fewer = two.second_part.table();
                --fewer.num_elements;
                K.forceOn(*two.first)
                    .byPositionOf(*two.second)
                    .addElements(two.first_part.table(), fewer, {3, 6}, [](LocalIndex, int, Lane*) {});
              }),
              HasSubstr("the table of the row nodes has "));
}

TEST(CheckedAccumulator, rejectsNonFiniteValues) {
  EXPECT_EQ(
      errorOf(
          [](StiffnessMatrix& K, const TwoMeshes& two) {
            Block33 block = Block33::Identity();
            block(1, 2) = nan;
            K.forceOn(*two.first).byPositionOf (*two.first)(0, 0) += block;
          },
          Insertion::slots, checking_values),
      "bad springs contributes invalid entries to the matrix with the rows of \"first\" and the columns of \"first\": "
      "entry (1, 2) in the row of local node 0 and the column of local node 0 is nan.");
  // The invalid value is placed in the last element. Lanes beyond the last element and blocks below
  // the diagonal are not read and may contain any value.
  for (const double bad : {nan, std::numeric_limits<double>::infinity(), 1e300}) {
    const std::string error = errorOf(
        [bad](StiffnessMatrix& K, const TwoMeshes& two) {
          const ElementTable table = two.first_part.table();
          const auto kernel = [&](LocalIndex first, int count, Lane* matrix) {
            for (int a = 0; a < 4; ++a)
              for (int b = 0; b < 4; ++b)
                for (int k = 0; k < 9; ++k, ++matrix)
                  for (int e = 0; e < num_lanes; ++e)
                    (*matrix)[e] = a > b || e >= count                                                 ? nan
                                   : first + e + 1 == table.num_elements && a == 2 && b == 3 && k == 8 ? bad
                                                                                                       : 1.0;
          };
          K.forceOn(*two.first).byPositionOf(*two.first).addElements(table, 3, ElementSymmetry::symmetric, kernel);
        },
        Insertion::slots, checking_values);
    if (bad == 1e300)
      EXPECT_EQ(error, "no error");
    else
      EXPECT_THAT(error, HasSubstr("has an entry that is not finite."));
  }
}

TEST(CheckedAccumulator, statesAreCheckedWithoutIt) {
  const TwoMeshes two(3, 6);
  const State other = testing::makeState("other", two.first_part, 3);
  for (const auto rules : {AssemblyRules{}, checking}) {
    MatrixAssembly assembly(two.layout, Insertion::slots, rules);
    try {
      assembly.record([&](const Contributions& to) {
        to.setContributor("springs on other");
        auto K = to.stiffness(1.0);
        if (world().isRoot()) K.forceOn(*two.first).byPositionOf(other);
      });
      FAIL() << "no error";
    } catch (const base::InternalError& error) {
      EXPECT_THAT(error.what(), HasSubstr("The matrix to which springs on other contributes has no state \"other\"."));
      EXPECT_TRUE(error.isOnAllRanks());
    }
  }
}

TEST(CheckedAccumulator, servesInsertionAndRecordingToo) {
  EXPECT_THAT(errorOf([](StiffnessMatrix& K,
                         const TwoMeshes& two) { K.forceOn(*two.first).byPositionOf (*two.first)(0, -1) += 1.0; },
                      Insertion::blocked),
              HasSubstr("a block has the shape 1 x 1"));
  const TwoMeshes two(3, 6);
  MatrixAssembly assembly(two.layout, Insertion::slots, checking);
  try {
    assembly.record([&](const Contributions& to) {
      auto K = to.stiffness(1.0);
      if (world().isRoot()) K.forceOn(*two.first).byPositionOf (*two.first)(0, 9999) += Block33::Constant(nan);
    });
    FAIL() << "no error";
  } catch (const base::InternalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("A contributor contributes invalid entries to the matrix with the rows of "
                                        "\"first\" and the columns of \"first\": there is no local node 9999"));
    EXPECT_TRUE(error.isOnAllRanks());
  }
  // Values are not checked while the pattern is recorded.
  MatrixAssembly strict(two.layout, Insertion::slots, checking_values);
  strict.record([&](const Contributions& to) {
    auto K = to.stiffness(1.0);
    K.forceOn(*two.first).byPositionOf (*two.first)(0, 0) += Block33::Constant(nan);
  });
}

TEST(Contributions, rejectNonFiniteFactors) {
  const TwoMeshes two(3, 3);
  for (const auto insertion : {Insertion::slots, Insertion::blocked})
    for (const double bad : {nan, -std::numeric_limits<double>::infinity()}) {
      MatrixAssembly assembly(two.layout, insertion);
      assembly.record([&](const Contributions& to) { two.contribute(to, 1.0); });
      try {
        assembly.assemble([&](const Contributions& to) { two.contribute(to, bad); });
        FAIL() << "no error";
      } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("The factor of the stiffness matrix is "));
        EXPECT_THAT(error.what(), HasSubstr("but must be a finite number."));
      }
      EXPECT_THROW(assembly.assemble([&](const Contributions& to) { to.damping(bad); }), base::InputError);
      EXPECT_THROW(assembly.assemble([&](const Contributions& to) { to.mass(bad); }), base::InputError);
    }
}

}  // namespace
}  // namespace tenon::la
