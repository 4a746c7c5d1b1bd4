// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Bodies tied around one edge: the last tie depends on the others along the edge, in groups of
// hundreds of rows.
#include <gmock/gmock.h>

#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/ties/Tie.hpp"
#include "redundancyCase.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int length = 6;  // cells along the edge

struct Quarter {
  mesh::Point low, high;
};
constexpr std::array<Quarter, 4> quarters{
    {{{0, 0, 0}, {1, 1, 3}}, {{-1, 0, 0}, {0, 1, 3}}, {{-1, -1, 0}, {0, 0, 3}}, {{0, -1, 0}, {1, 0, 3}}}};

/// Returns four bars that meet at the z axis, each tied to the next. `pulls`: bar number and z
/// displacement prescribed at its bottom ("pull 0", ...).
std::unique_ptr<MechanicalSystem> barsRoundAnEdge(int partition, const std::map<int, double>& pulls = {}) {
  std::vector<std::unique_ptr<Body>> bodies;
  for (std::size_t b = 0; b < quarters.size(); ++b) {
    bodies.push_back(std::make_unique<Body>("bar " + std::to_string(b),
                                            mesh::box(world(), CellType::hex8, {3, 3, length}, quarters[b].low,
                                                      quarters[b].high, partitionedBox(world(), partition))));
    bodies.back()->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
        fem::LinearElastic{1000.0, 0.3}, force::SolidOptions{}, bodies.back()->domain()));
  }
  const fem::FindDomain find = [&](const std::string& name) -> const fem::Domain& {
    return bodies[static_cast<std::size_t>(name.back() - '0')]->domain();
  };
  constexpr std::array<std::pair<const char*, const char*>, 4> sides{
      {{"xmin", "xmax"}, {"ymin", "ymax"}, {"xmax", "xmin"}, {"ymax", "ymin"}}};
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  for (std::size_t b = 0; b < quarters.size(); ++b) {
    constraint::Tie::Data tie;
    tie.name = "tie " + std::to_string(b);
    tie.slave = {"bar " + std::to_string(b), sides[b].first};
    tie.master = {"bar " + std::to_string((b + 1) % 4), sides[b].second};
    constraints.push_back(constraint::Tie::make(tie, find));
  }
  for (const auto& [bar, value] : pulls) {
    constraint::DisplacementConstraint::Data pull;
    pull.name = "pull " + std::to_string(bar);
    pull.object = "bar " + std::to_string(bar);
    pull.group = "zmin";
    pull.values[2] = value;
    constraints.push_back(std::make_unique<constraint::DisplacementConstraint>(pull, find));
  }
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
}

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};
constexpr int num_rows = 4 * 4 * (length + 1) * 3, num_redundant = (length + 1) * 3;

TEST(RedundantTies, RoundAnEdgeOneNodeInFourIsTooMany) {
  std::vector<std::string> names;
  for (const int partition : deals) {
    const RedundancyCase it(barsRoundAnEdge(partition));
    EXPECT_EQ(it.redundancy->numDependent(), num_redundant);
    EXPECT_EQ(it.redundancy->numUntested(), 0);
    EXPECT_THAT(it.redundancy->message(), StartsWith("21 of 336 constraint rows follow from other rows"));
    if (names.empty()) names = it.redundancy->names();
    EXPECT_EQ(it.redundancy->names(), names);  // for any partition
    EXPECT_EQ(it.contradiction(), "");
  }
  const RedundancyCase it(barsRoundAnEdge(1));
  EXPECT_EQ(it.rank(it.G->free()), num_rows - num_redundant);
  EXPECT_EQ(it.rank(it.redundancy->independent()), num_rows - num_redundant);
  const Eigen::MatrixXd left = entriesOf(it.redundancy->independent());
  EXPECT_EQ((left.rowwise().norm().array() > 0.0).count(), num_rows - num_redundant);
}

// The norm |lambda| is minimal where lambda has the form G v.
TEST(RedundantTies, MultipliersOfLeastNorm) {
  const RedundancyCase it(barsRoundAnEdge(1));
  const la::Vector mu = it.G->makeVector(), force = it.A.layout().makeVector(), again = it.A.layout().makeVector();
  fillByChance(mu.get(), 5);
  TENON_PETSC(MatMultTranspose(it.G->free(), mu.get(), force.get()));
  const double before = norm(mu.get());
  it.redundancy->minimiseNorm(mu.get());
  TENON_PETSC(MatMultTranspose(it.G->free(), mu.get(), again.get()));
  EXPECT_LE(distance(force.get(), again.get()), 1e-12 * norm(force.get()));
  EXPECT_LT(norm(mu.get()), before);
  const Eigen::MatrixXd G = entriesOf(it.G->free());
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(mu.get(), &first, &last));
  Eigen::VectorXd lambda = Eigen::VectorXd::Zero(G.rows());
  const auto entries = la::entriesOf(mu.get());
  std::copy(entries.begin(), entries.end(), lambda.data() + first);
  world().sumInPlace(gsl::span<double>(lambda.data(), static_cast<std::size_t>(lambda.size())));
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(G);
  qr.setThreshold(1e-10);
  const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(G.rows(), qr.rank());
  EXPECT_LE((lambda - Q * (Q.transpose() * lambda)).norm(), 1e-11 * lambda.norm());
}

// Two constraints prescribe different positions of the node at the lower end of the edge; only the
// ties in between reveal the contradiction.
TEST(RedundantTies, AContradictionNamesAllItsConstraints) {
  std::string sentence;
  for (const int partition : deals) {
    const RedundancyCase agree(barsRoundAnEdge(partition, {{0, 0.01}, {2, 0.01}}));
    EXPECT_EQ(agree.redundancy->numDependent(), num_redundant + 1);
    EXPECT_EQ(agree.contradiction(), "");
    const RedundancyCase it(barsRoundAnEdge(partition, {{0, 0.01}, {2, 0.03}}));
    if (sentence.empty()) sentence = it.contradiction();
    EXPECT_EQ(it.contradiction(), sentence);  // for any partition
    EXPECT_THAT(sentence,
                AllOf(StartsWith("The constraints are infeasible because no displacement satisfies all of them: "),
                      HasSubstr("'pull 0' at node "), HasSubstr("'pull 2' at node "), HasSubstr("'tie "),
                      HasSubstr("contradict each other, with a residual of ")));
  }
}

}  // namespace
}  // namespace tenon::system
