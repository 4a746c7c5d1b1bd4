// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verifies detection, report and removal of redundant constraint rows, multipliers of minimum norm,
// and the detection of contradictions.
#include "system/evaluation.hpp"
#include "system/redundancy/Redundancy.hpp"

#include <gmock/gmock.h>

#include "redundancyCase.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};

struct Case : RedundancyCase {
  Case(int partition, const JoinedOptions& options, const std::function<void(MechanicalSystem&)>& change = {})
      : RedundancyCase(rigidlyJoined(world(), partition, options), change) {}
};

JoinedOptions pulled(std::vector<double> values) {
  JoinedOptions options;
  options.compliant = false;
  options.pulls = std::move(values);
  return options;
}

TEST(Redundancy, OfIndependentRowsThereIsNone) {
  for (const int partition : deals) {
    const Case it(partition, pulled({0.01}));
    EXPECT_EQ(it.redundancy->numDependent(), 0);
    EXPECT_EQ(it.redundancy->message(), "");
    EXPECT_EQ(it.redundancy->independent(), it.G->free());
    EXPECT_EQ(it.rank(it.G->free()), 36);
    EXPECT_EQ(it.contradiction(), "");
  }
}

TEST(Redundancy, TheSameRowsTwiceAreFoundAndNamed) {
  std::vector<std::string> names;
  for (const int partition : deals) {
    const Case it(partition, pulled({0.01, 0.01}));
    EXPECT_EQ(it.redundancy->numDependent(), 6);
    EXPECT_THAT(it.redundancy->names(), AllOf(::testing::SizeIs(6), Each(StartsWith("'pull 2' at node "))));
    EXPECT_THAT(it.redundancy->message(), StartsWith("6 of 42 constraint rows follow from other rows"));
    if (names.empty()) names = it.redundancy->names();
    EXPECT_EQ(it.redundancy->names(), names);  // for any partition
    // The remaining rows have full rank and the rank of all rows.
    EXPECT_EQ(it.rank(it.G->free()), 36);
    EXPECT_EQ(it.rank(it.redundancy->independent()), 36);
    const Eigen::MatrixXd left = entriesOf(it.redundancy->independent());
    EXPECT_EQ((left.rowwise().norm().array() > 0.0).count(), 36);
    EXPECT_EQ(it.contradiction(), "");
  }
}

// Three multiples of a rigid group on the same nodes, with different scales.
TEST(Redundancy, OfRigidGroupsOnTheSameNodes) {
  for (const int partition : deals) {
    const auto twice = [](MechanicalSystem& mechanics) { mechanics.constraints()[1]->scale = 7.0; };
    JoinedOptions options = pulled({0.01, 0.01, 0.01});
    options.joints = 3;
    const Case it(partition, options, twice);
    EXPECT_EQ(it.rank(it.G->free()), 36);
    EXPECT_EQ(it.redundancy->numDependent(), 3 * 36 - 36);
    EXPECT_EQ(it.rank(it.redundancy->independent()), 36);
    EXPECT_EQ(it.redundancy->names().size(), 10u);
    EXPECT_THAT(it.redundancy->message(), HasSubstr(" and others. Their multipliers"));
    EXPECT_EQ(it.contradiction(), "");
  }
}

TEST(Redundancy, RowsWithComplianceOrSwitchedOffAreNone) {
  const auto compliant = [](MechanicalSystem& mechanics) { mechanics.constraints()[2]->compliance = 1e-3; };
  EXPECT_EQ(Case(0, pulled({0.01, 0.02}), compliant).redundancy->numDependent(), 0);
  const auto off = [](MechanicalSystem& mechanics) { mechanics.constraints()[2]->active = false; };
  const Case it(0, pulled({0.01, 0.02}), off);
  EXPECT_EQ(it.redundancy->numDependent(), 0);
  EXPECT_EQ(it.contradiction(), "");
}

TEST(Redundancy, ContradictionsAreNamedWithTheirResidual) {
  std::string sentence;
  for (const int partition : deals) {
    const Case it(partition, pulled({0.01, 0.03}));
    if (sentence.empty()) sentence = it.contradiction();
    EXPECT_EQ(it.contradiction(), sentence);  // for any partition
    EXPECT_THAT(it.contradiction(), AllOf(HasSubstr("The constraints are infeasible"), HasSubstr("'pull' at node "),
                                          HasSubstr("'pull 2' at node "), HasSubstr("contradict each other"),
                                          HasSubstr("with a residual of 0.02; so do 5 more rows.")));
    // Different relaxations and scales of constraints cause no contradiction.
    const auto other = [](MechanicalSystem& mechanics) {
      mechanics.constraints()[2]->relaxation = 0.5;
      mechanics.constraints()[2]->scale = 1e6;
    };
    EXPECT_EQ(Case(partition, pulled({0.01, 0.01}), other).contradiction(), "");
  }
}

// "pull" acts on constrained nodes: rows without free degrees of freedom.
TEST(Redundancy, RowsOnConstrainedDofs) {
  for (const double value : {0.0, 0.01}) {
    JoinedOptions options = pulled({value});
    options.pulled_body = "lower";
    options.pulled_group = "zmin";
    const Case it(1, options);
    EXPECT_EQ(it.redundancy->numDependent(), 6);
    if (value == 0.0)
      EXPECT_EQ(it.contradiction(), "");
    else
      EXPECT_THAT(it.contradiction(), AllOf(HasSubstr("contradicts the conditions on its degrees of freedom"),
                                            HasSubstr("with a residual of 0.01")));
  }
}

TEST(Redundancy, MultipliersOfLeastNormGiveTheSameForces) {
  for (const int partition : deals) {
    const auto scaled = [](MechanicalSystem& mechanics) { mechanics.constraints()[2]->scale = 4.0; };
    const Case it(partition, pulled({0.01, 0.01}), scaled);
    const la::Vector mu = it.G->makeVector(), force = it.A.layout().makeVector(), again = it.A.layout().makeVector();
    fillByChance(mu.get(), 11);
    TENON_PETSC(MatMultTranspose(it.G->free(), mu.get(), force.get()));
    const auto lambdaOf = [&] {
      const double* values = nullptr;
      std::vector<double> lambda(it.G->scales());
      TENON_PETSC(VecGetArrayRead(mu.get(), &values));
      for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] *= values[r];
      TENON_PETSC(VecRestoreArrayRead(mu.get(), &values));
      return lambda;
    };
    it.redundancy->minimiseNorm(mu.get());
    TENON_PETSC(MatMultTranspose(it.G->free(), mu.get(), again.get()));
    EXPECT_LE(distance(force.get(), again.get()), 1e-13 * norm(force.get()));
    // Equal rows of both constraints share the force equally. Their rows have the same order.
    const auto lambda = lambdaOf();
    const auto& groups = it.G->groups();
    for (LocalIndex r = 0; r < groups[1].count; ++r)
      EXPECT_NEAR(lambda[static_cast<std::size_t>(groups[1].first + r)],
                  lambda[static_cast<std::size_t>(groups[2].first + r)], 1e-13);
  }
}

// A group with more rows than the limit, whose rows occur twice with different factors.
TEST(Redundancy, InLargeGroupsMultiplesAreFound) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(world(), "cube", CellType::hex8, {5, 5, 5}));
  const fem::FindDomain find = [&](const std::string&) -> const fem::Domain& { return bodies[0]->domain(); };
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  for (const char* name : {"all", "all again"}) {
    constraint::Rigid::Data rigid;
    rigid.name = name;
    rigid.parts = {{"cube", "zmin"}, {"cube", "zmax"}, {"cube", "ymin"}, {"cube", "ymax"}};
    constraints.push_back(std::make_unique<constraint::Rigid>(rigid, find));
  }
  constraints.back()->scale = -3.0;
  MechanicalSystem mechanics(std::move(bodies), std::move(constraints));
  AssembledSystem A(mechanics);
  A.assemble(statics);
  const ConstraintJacobian G(mechanics, A.layout(), A.constrainedFlags());
  const la::Vector diagonal = A.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(A.get(), diagonal.get()));
  const Redundancy redundancy(mechanics, G, diagonal.get(), 10);
  const long rows = world().sum(static_cast<long>(mechanics.constraints()[0]->numRows()));
  ASSERT_GT(rows, 10);
  EXPECT_EQ(redundancy.numDependent(), rows);
  EXPECT_EQ(redundancy.numUntested(), 0);  // each remaining row has a node that occurs in no other row
  EXPECT_THAT(redundancy.names(), Each(HasSubstr("'all again'")));
  EXPECT_NO_THROW(redundancy.requireConsistent(constraintResidualOf(mechanics)));
}

// Rows of a closed loop of n nodes, u_i - u_{i+1} = 0: the last one follows from all others.
Equations loop(int n, double gap = 0.0) {
  Equations rows;
  for (int i = 1; i <= n; ++i) rows.push_back({{{i, 1.0}, {i % n + 1, -1.0}}, i == n ? gap : 0.0});
  return rows;
}

TEST(Redundancy, LargeGroupsAreCountedAndReported) {
  for (const int partition : deals) {
    const RedundancyCase whole(cubeWith(loop(27), {2, 2, 2}, partition)),
        large(cubeWith(loop(27), {2, 2, 2}, partition), {}, 26);
    EXPECT_EQ(whole.redundancy->numDependent(), 1);
    EXPECT_EQ(whole.redundancy->numUntested(), 0);
    EXPECT_EQ(whole.redundancy->untestedMessage(), "");
    EXPECT_EQ(large.redundancy->numDependent(), 0);
    EXPECT_EQ(large.redundancy->numUntested(), 27);
    EXPECT_THAT(large.redundancy->untestedMessage(),
                StartsWith("27 of 27 constraint rows are coupled in groups of more than 26 rows"));
    // The last row of an open chain has a node that occurs in no other row. The same holds for each
    // remaining row when the last one is removed.
    Equations open = loop(27);
    open.pop_back();
    const RedundancyCase chain(cubeWith(open, {2, 2, 2}, partition), {}, 1);
    EXPECT_EQ(chain.redundancy->numDependent(), 0);
    EXPECT_EQ(chain.redundancy->numUntested(), 0);
  }
}

TEST(Redundancy, EveryRowOfAContradictionIsCounted) {
  for (const int partition : deals)
    EXPECT_EQ(
        RedundancyCase(cubeWith(loop(27, 0.3), {2, 2, 2}, partition)).contradiction(),
        "The constraints are infeasible because no displacement satisfies all of them: 'multi-point' in row 0 and "
        "26 more rows contradict each other, with a residual of 0.3.");
}

// One cell, so that all nodes have the same weight. The relative distance between the first two
// rows is part / sqrt(2 + part^2).
TEST(Redundancy, RowsOnEitherSideOfTheToleranceOfDependence) {
  const auto numDependent = [](double part) {
    return RedundancyCase(cubeWith({{{{1, 1.0}, {2, 1.0}, {3, part}, {4, part}}, 0.0},
                                    {{{1, 1.0}, {2, 1.0}, {3, -part}, {4, -part}}, 0.0},
                                    {{{3, 1.0}, {4, 1.0}}, 0.0},
                                    {{{3, 1.0}, {4, 1.01}}, 0.0}}))
        .redundancy->numDependent();
  };
  EXPECT_EQ(numDependent(0.0), 1);
  // The last two rows constrain nodes 3 and 4 for any `part`.
  EXPECT_EQ(numDependent(0.5), 1);
  const auto alone = [](double part) {
    return RedundancyCase(cubeWith({{{{1, 1.0}, {2, 1.0}, {3, part}}, 0.0}, {{{1, 1.0}, {2, 1.0}, {3, -part}}, 0.0}}))
        .redundancy->numDependent();
  };
  EXPECT_EQ(alone(1.5e-6), 0);
  EXPECT_EQ(alone(0.3e-6), 1);
}

TEST(Redundancy, DataOnEitherSideOfTheBarOfContradictions) {
  const auto contradicts = [](double a, double b, double motion) {
    RedundancyCase it(cubeWith({{{{1, 1.0}, {2, -1.0}}, a}, {{{1, -3.0}, {2, 3.0}}, -3.0 * b}}));
    for (double& u : it.mechanics->bodies()[0]->state().displacement()) u = motion;
    EXPECT_EQ(it.redundancy->numDependent(), 1);
    return !it.contradiction().empty();
  };
  EXPECT_FALSE(contradicts(0.01, 0.01 * (1 + 1e-8), 0.0));  // relative difference 1e-8 of the prescribed values
  EXPECT_TRUE(contradicts(0.01, 0.01 * (1 + 3e-8), 0.0));
  EXPECT_TRUE(contradicts(0.0, 1e-12, 0.0));
  EXPECT_FALSE(contradicts(0.0, 3e-10, 1.0));  // 1e-10 of the displacements in the 2 + 2 terms of both rows
  EXPECT_TRUE(contradicts(0.0, 5e-10, 1.0));
}

/// Returns a box of 27 x 27 x 23 nodes without material. Each of its first `count` degrees of
/// freedom is tied to the next one, in a ring. Ranks own layers of nodes, because groups are
/// divided if consecutive rows change the rank too often.
std::unique_ptr<MechanicalSystem> ring(std::int64_t count) {
  mesh::BoxOptions layers;
  layers.part = [](const mesh::Point& x) {
    return std::min(static_cast<int>(x[2] * world().size()), world().size() - 1);
  };
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(
      std::make_unique<Body>("box", mesh::box(world(), CellType::hex8, {26, 26, 22}, {0, 0, 0}, {1, 1, 1}, layers)));
  constraint::MultiPoint::Data data;
  const auto term = [&](std::int64_t unknown, double coefficient) {
    constraint::EquationTerm one;
    one.object = "box", one.node = 1 + unknown / 3, one.component = static_cast<int>(unknown % 3);
    one.coefficient = coefficient;
    return one;
  };
  for (std::int64_t i = 0; i < count; ++i) data.equations.push_back({{term(i, 1.0), term((i + 1) % count, -1.0)}, 0.0});
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  const fem::FindDomain find = [&](const std::string&) -> const fem::Domain& { return bodies[0]->domain(); };
  constraints.push_back(std::make_unique<constraint::MultiPoint>(data, find));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
}

TEST(Redundancy, DefaultLimitIsFiftyThousandRows) {
  constexpr std::int64_t limit = 50000;
  {
    const RedundancyCase at_limit(ring(limit));
    EXPECT_EQ(at_limit.redundancy->numUntested(), 0);
    EXPECT_EQ(at_limit.redundancy->numDependent(), 1);
  }
  const RedundancyCase beyond(ring(limit + 1));
  EXPECT_EQ(beyond.redundancy->numUntested(), limit + 1);
  EXPECT_EQ(beyond.redundancy->numDependent(), 0);
  EXPECT_THAT(beyond.redundancy->untestedMessage(), HasSubstr("in groups of more than 50000 rows"));
  const RedundancyCase small(ring(20), {}, 20), large(ring(21), {}, 20);
  EXPECT_EQ(small.redundancy->numDependent(), 1);
  EXPECT_EQ(small.redundancy->numUntested(), 0);
  EXPECT_EQ(large.redundancy->numDependent(), 0);
  EXPECT_EQ(large.redundancy->numUntested(), 21);
}

}  // namespace
}  // namespace tenon::system
