// Rows of constraints that follow from others: found, named, dropped; multipliers of least norm; contradictions.
#include "tenon/system/Redundancy.hpp"

#include <gmock/gmock.h>

#include <Eigen/Dense>

#include "rigidlyJoined.hpp"
#include "tenon/system/AssembledSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last};

/// Mechanics with their A and G of statics, and what is redundant in them.
struct Case {
  Case(int deal, const JoinedOptions& options, const std::function<void(MechanicalSystem&)>& change = {})
      : mechanics(rigidlyJoined(world(), deal, options)), A(*mechanics) {
    if (change) change(*mechanics);
    A.assemble(statics);
    G = std::make_unique<ConstraintJacobian>(*mechanics, A.layout(), A.held());
    const la::Vector diagonal = A.layout().makeVector();
    TENON_PETSC(MatGetDiagonal(A.get(), diagonal.get()));
    redundancy = std::make_unique<Redundancy>(*mechanics, *G, diagonal.get());
  }
  std::string contradiction() const {
    try {
      redundancy->requireConsistent(mechanics->violation());
    } catch (const base::NotConvergedError& error) {
      return error.what();
    }
    return "";
  }
  Eigen::Index rank(Mat matrix) const {
    Eigen::FullPivLU<Eigen::MatrixXd> lu(denseOf(matrix));
    lu.setThreshold(1e-10);
    return lu.rank();
  }
  std::unique_ptr<MechanicalSystem> mechanics;
  AssembledSystem A;
  std::unique_ptr<ConstraintJacobian> G;
  std::unique_ptr<Redundancy> redundancy;
};

JoinedOptions pulled(std::vector<double> values) {
  JoinedOptions options;
  options.compliant = false;
  options.pulls = std::move(values);
  return options;
}

TEST(Redundancy, OfIndependentRowsThereIsNone) {
  for (const int deal : deals) {
    const Case it(deal, pulled({0.01}));
    EXPECT_EQ(it.redundancy->numDependent(), 0);
    EXPECT_EQ(it.redundancy->sentence(), "");
    EXPECT_EQ(it.redundancy->independent(), it.G->free());
    EXPECT_EQ(it.rank(it.G->free()), 36);
    EXPECT_EQ(it.contradiction(), "");
  }
}

TEST(Redundancy, TheSameRowsTwiceAreFoundAndNamed) {
  std::vector<std::string> names;
  for (const int deal : deals) {
    const Case it(deal, pulled({0.01, 0.01}));
    EXPECT_EQ(it.redundancy->numDependent(), 6);
    EXPECT_THAT(it.redundancy->names(), AllOf(::testing::SizeIs(6), Each(StartsWith("'pull 2' at node "))));
    EXPECT_THAT(it.redundancy->sentence(), StartsWith("6 of 42 constraint rows follow from other rows"));
    if (names.empty()) names = it.redundancy->names();
    EXPECT_EQ(it.redundancy->names(), names);  // whatever the partition
    // What is left has full rank, and as many independent rows as there were.
    EXPECT_EQ(it.rank(it.G->free()), 36);
    EXPECT_EQ(it.rank(it.redundancy->independent()), 36);
    const Eigen::MatrixXd left = denseOf(it.redundancy->independent());
    EXPECT_EQ((left.rowwise().norm().array() > 0.0).count(), 36);
    EXPECT_EQ(it.contradiction(), "");
  }
}

// Three multiples of a rigid group on the same nodes: 2 x 30 rows too many, mixed with each other.
TEST(Redundancy, OfRigidGroupsOnTheSameNodes) {
  for (const int deal : deals) {
    const auto twice = [](MechanicalSystem& mechanics) { mechanics.constraints()[1]->scale = 7.0; };
    JoinedOptions options = pulled({0.01, 0.01, 0.01});
    options.joints = 3;
    const Case it(deal, options, twice);
    EXPECT_EQ(it.rank(it.G->free()), 36);
    EXPECT_EQ(it.redundancy->numDependent(), 3 * 36 - 36);
    EXPECT_EQ(it.rank(it.redundancy->independent()), 36);
    EXPECT_EQ(it.redundancy->names().size(), 10u);
    EXPECT_THAT(it.redundancy->sentence(), HasSubstr(", ..."));
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
  for (const int deal : deals) {
    const Case it(deal, pulled({0.01, 0.03}));
    if (sentence.empty()) sentence = it.contradiction();
    EXPECT_EQ(it.contradiction(), sentence);  // whatever the partition
    EXPECT_THAT(it.contradiction(), AllOf(HasSubstr("The constraints are infeasible"), HasSubstr("'pull' at node "),
                                          HasSubstr("'pull 2' at node "), HasSubstr("contradict each other"),
                                          HasSubstr("with a residual of 0.02.")));
    // Neither the relaxation nor the scale of a constraint contradicts another.
    const auto other = [](MechanicalSystem& mechanics) {
      mechanics.constraints()[2]->relaxation = 0.5;
      mechanics.constraints()[2]->scale = 1e6;
    };
    EXPECT_EQ(Case(deal, pulled({0.01, 0.01}), other).contradiction(), "");
  }
}

// "pull" on the side that the clamp holds: rows without unknowns.
TEST(Redundancy, RowsOnHeldUnknowns) {
  for (const double value : {0.0, 0.01}) {
    JoinedOptions options = pulled({value});
    options.pulled_body = "lower";
    options.pulled_group = "zmin";
    const Case it(1, options);
    EXPECT_EQ(it.redundancy->numDependent(), 6);
    if (value == 0.0)
      EXPECT_EQ(it.contradiction(), "");
    else
      EXPECT_THAT(it.contradiction(), AllOf(HasSubstr("contradicts the conditions that hold its unknowns"),
                                            HasSubstr("with a residual of 0.01")));
  }
}

TEST(Redundancy, MultipliersOfLeastNormGiveTheSameForces) {
  for (const int deal : deals) {
    const auto scaled = [](MechanicalSystem& mechanics) { mechanics.constraints()[2]->scale = 4.0; };
    const Case it(deal, pulled({0.01, 0.01}), scaled);
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
    it.redundancy->makeLeastNorm(mu.get());
    TENON_PETSC(MatMultTranspose(it.G->free(), mu.get(), again.get()));
    EXPECT_LE(distance(force.get(), again.get()), 1e-13 * norm(force.get()));
    // Both take half of it: rows of one constraint lie as those of the other.
    const auto lambda = lambdaOf();
    const auto& groups = it.G->groups();
    for (LocalIndex r = 0; r < groups[1].count; ++r)
      EXPECT_NEAR(lambda[static_cast<std::size_t>(groups[1].first + r)],
                  lambda[static_cast<std::size_t>(groups[2].first + r)], 1e-13);
  }
}

// A group of more rows than one rank looks at, twice but for a factor.
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
  const ConstraintJacobian G(mechanics, A.layout(), A.held());
  const la::Vector diagonal = A.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(A.get(), diagonal.get()));
  const Redundancy redundancy(mechanics, G, diagonal.get());
  const long rows = world().sum(static_cast<long>(mechanics.constraints()[0]->numRows()));
  ASSERT_GT(rows, Redundancy::most_rows);
  EXPECT_EQ(redundancy.numDependent(), rows);
  EXPECT_THAT(redundancy.names(), Each(HasSubstr("'all again'")));
  EXPECT_NO_THROW(redundancy.requireConsistent(mechanics.violation()));
}

}  // namespace
}  // namespace tenon::system
