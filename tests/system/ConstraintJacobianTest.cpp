// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// G and C of the system: scaled, without the rows whose slave dofs are constrained.
#include "tenon/system/operators/ConstraintJacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/joints/Distance.hpp"
#include "constraint/linear/MultiPoint.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "la/arrays.hpp"
#include "problem.hpp"
#include "system/redundancy/Redundancy.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};

/// Two boxes. The base of the upper one (nine nodes) is tied to the lower one and constrained in
/// some components.
struct Tied {
  Tied(int partition, const std::vector<std::string>& held,
       const std::function<void(constraint::Constraint&)>& change) {
    std::vector<std::unique_ptr<Body>> bodies;
    bodies.push_back(elasticBox(world(), "lower", CellType::hex8, {1, 1, 1}, 0.0, partition));
    bodies.push_back(elasticBox(world(), "upper", CellType::hex8, {2, 2, 1}, 1.0, partition));
    if (!held.empty())
      bodies[1]->conditions.push_back(
          std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", held}, bodies[1]->domain()));
    const auto find = [&](const std::string& name) -> const fem::Domain& {
      return bodies[name == "lower" ? 0 : 1]->domain();
    };
    std::vector<std::unique_ptr<constraint::Constraint>> constraints;
    constraints.push_back(std::make_unique<constraint::NodeTie>(
        constraint::NodeTie::Data{"glue", {"upper", "zmin"}, {"lower", "zmax"}, 0.1}, find));
    change(*constraints.back());
    mechanics = std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
    mechanics->imposeDirichletValues();
    A = std::make_unique<AssembledSystem>(*mechanics);
    G = std::make_unique<ConstraintJacobian>(*mechanics, A->layout(), A->constrainedFlags());
  }
  std::unique_ptr<MechanicalSystem> mechanics;
  std::unique_ptr<AssembledSystem> A;
  std::unique_ptr<ConstraintJacobian> G;
};

// Scaled row: s Phi + s^2 c (lambda / s) = 0. Rows are multiplied by s, their compliance by s^2.
TEST(ConstraintJacobian, ScalesRowsOnceAndTheirComplianceTwice) {
  for (const int partition : deals) {
    const Tied plain(partition, {}, [](auto& tie) { tie.compliance = 0.25; });
    const Tied scaled(partition, {}, [](auto& tie) { tie.compliance = 0.25, tie.scale = 8.0; });
    la::Matrix difference;
    PetscReal norm = 0.0;
    TENON_PETSC(MatDuplicate(scaled.G->full(), MAT_COPY_VALUES, difference.out()));
    TENON_PETSC(MatAXPY(difference.get(), -8.0, plain.G->full(), SAME_NONZERO_PATTERN));
    TENON_PETSC(MatNorm(difference.get(), NORM_FROBENIUS, &norm));
    EXPECT_EQ(norm, 0.0);
    TENON_PETSC(MatNorm(scaled.G->full(), NORM_FROBENIUS, &norm));
    EXPECT_GT(norm, 8.0);
    for (const double c : la::entriesOf(plain.G->compliance())) EXPECT_EQ(c, 0.25);
    for (const double c : la::entriesOf(scaled.G->compliance())) EXPECT_EQ(c, 16.0);
    for (const double s : scaled.G->scales()) EXPECT_EQ(s, 8.0);
    EXPECT_EQ(world().sum(static_cast<long>(scaled.G->scales().size())), 27);
  }
}

// Slaves constrained in x and z keep the row of y with its entries and compliance. Their other rows
// are removed from G and C.
TEST(ConstraintJacobian, OmitsRowsOfConstrainedComponents) {
  for (const int partition : deals) {
    const Tied tied(partition, {"x", "z"}, [](auto& tie) { tie.compliance = 0.25; });
    const auto slaves = tied.mechanics->constraints()[0]->slaves();
    const std::vector<double> compliance = la::entriesOf(tied.G->compliance());
    PetscInt first = 0;
    TENON_PETSC(MatGetOwnershipRange(tied.G->full(), &first, nullptr));
    ASSERT_EQ(slaves.size(), compliance.size());
    long kept = 0;
    for (std::size_t row = 0; row < slaves.size(); ++row) {
      const bool of_y = slaves[row].component == 1;
      PetscInt count = 0;
      TENON_PETSC(MatGetRow(tied.G->full(), first + static_cast<PetscInt>(row), &count, nullptr, nullptr));
      EXPECT_EQ(count > 0, of_y) << "row " << row;
      TENON_PETSC(MatRestoreRow(tied.G->full(), first + static_cast<PetscInt>(row), &count, nullptr, nullptr));
      EXPECT_EQ(tied.mechanics->dropped()[row] != 0, !of_y) << "row " << row;
      EXPECT_EQ(compliance[row], of_y ? 0.25 : 0.0) << "row " << row;
      kept += of_y ? 1 : 0;
    }
    EXPECT_EQ(world().sum(kept), 9);
  }
}

TEST(ConstraintJacobian, KeepsThemOnRequest) {
  for (const int partition : deals) {
    const Tied tied(partition, {"x", "z"}, [](auto& tie) { tie.compliance = 0.25, tie.on_held = "keep"; });
    for (const char dropped : tied.mechanics->dropped()) EXPECT_EQ(dropped, 0);
    for (const double c : la::entriesOf(tied.G->compliance())) EXPECT_EQ(c, 0.25);
  }
}

/// A cube with rods along its edges and a corner constrained by a multiplier.
struct Rods {
  Rods(int partition, const std::vector<std::array<std::int64_t, 2>>& pairs,
       const std::vector<std::string>& held = {}) {
    std::vector<std::unique_ptr<Body>> bodies;
    bodies.push_back(elasticBox(world(), "cube", CellType::hex8, {1, 1, 1}, 0.0, partition));
    const fem::FindDomain find = [&](const std::string&) -> const fem::Domain& { return bodies[0]->domain(); };
    if (!held.empty())
      bodies[0]->conditions.push_back(
          std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", held}, bodies[0]->domain()));
    constraint::MultiPoint::Data one;
    one.equations.emplace_back();
    one.equations.back().terms.emplace_back();
    one.equations.back().terms.back().object = "cube", one.equations.back().terms.back().node = 8;
    constraint::Distance::Data rods;
    rods.first.object = rods.second.object = "cube";
    rods.pairs.list = pairs;
    std::vector<std::unique_ptr<constraint::Constraint>> constraints;
    constraints.push_back(std::make_unique<constraint::MultiPoint>(one, find));
    constraints.push_back(std::make_unique<constraint::Distance>(rods, find));
    mechanics = std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
    mechanics->imposeDirichletValues();
    A = std::make_unique<AssembledSystem>(*mechanics);
    A->assemble(statics);
    diagonal = A->layout().makeVector();
    TENON_PETSC(MatGetDiagonal(A->get(), diagonal.get()));
    G = std::make_unique<ConstraintJacobian>(fresh());
  }
  ConstraintJacobian fresh() const { return {*mechanics, A->layout(), A->constrainedFlags()}; }
  void move(double by) {
    la::State& state = mechanics->bodies()[0]->state();
    for (std::size_t i = 0; i < state.displacement().size(); ++i)
      state.displacement()[i] = by * std::sin(3.0 * state.reference()[i] + 2.0 * static_cast<double>(i % 3));
    mechanics->imposeDirichletValues();
    G->update(*mechanics, A->layout(), A->constrainedFlags());
  }
  bool isFresh() const {
    const ConstraintJacobian now = fresh();
    PetscBool full = PETSC_FALSE, free = PETSC_FALSE;
    TENON_PETSC(MatEqual(G->full(), now.full(), &full));
    TENON_PETSC(MatEqual(G->free(), now.free(), &free));
    return full == PETSC_TRUE && free == PETSC_TRUE;
  }
  std::unique_ptr<MechanicalSystem> mechanics;
  std::unique_ptr<AssembledSystem> A;
  la::Vector diagonal;
  std::unique_ptr<ConstraintJacobian> G;
};

TEST(ConstraintJacobian, UpdatesValuesInPlace) {
  for (const int partition : deals)
    for (const auto& held : {std::vector<std::string>{}, {"x", "z"}}) {
      Rods rods(partition, {{1, 2}, {2, 4}, {4, 8}}, held);
      const Mat full = rods.G->full(), free = rods.G->free();
      for (const double by : {0.0, 0.1, -0.2}) {
        rods.move(by);
        EXPECT_TRUE(rods.isFresh());
        EXPECT_EQ(rods.G->full(), full);
        EXPECT_EQ(rods.G->free(), free);
      }
    }
}

TEST(ConstraintJacobian, IsRecordedAnewWhereAConstraintIsSwitchedOff) {
  for (const int partition : deals) {
    Rods rods(partition, {{1, 2}, {2, 4}});
    rods.mechanics->constraints()[1]->active = false;
    rods.move(0.1);
    EXPECT_TRUE(rods.isFresh());
    rods.mechanics->constraints()[1]->active = true;
    rods.move(0.2);
    EXPECT_TRUE(rods.isFresh());
  }
}

// Every rod of a chain has nodes of its own in any orientation, so that its rows are independent; a
// duplicate rod never is.
TEST(Redundancy, IsSearchedAgainOnlyAfterChanges) {
  for (const int partition : deals)
    for (const bool twice : {false, true}) {
      std::vector<std::array<std::int64_t, 2>> pairs{{1, 2}, {2, 4}, {4, 8}};
      if (twice) pairs.push_back({2, 1});
      Rods rods(partition, pairs);
      rods.move(0.05);  // removes entries that are zero by coincidence
      Redundancy redundancy(*rods.mechanics, *rods.G, rods.diagonal.get());
      const Mat independent = redundancy.independent();
      EXPECT_EQ(redundancy.numDependent(), twice ? 1 : 0);
      EXPECT_FALSE(redundancy.update(*rods.G, rods.diagonal.get())) << "nothing has moved";
      for (const double by : {0.1, -0.2}) {
        rods.move(by);
        EXPECT_TRUE(redundancy.belongsTo(*rods.G));
        EXPECT_EQ(redundancy.update(*rods.G, rods.diagonal.get()), twice);
        EXPECT_EQ(redundancy.numDependent(), twice ? 1 : 0);
        EXPECT_EQ(redundancy.independent(), independent);
        PetscReal of_free = 0.0, of_independent = 0.0;
        TENON_PETSC(MatNorm(rods.G->free(), NORM_FROBENIUS, &of_free));
        TENON_PETSC(MatNorm(independent, NORM_FROBENIUS, &of_independent));
        EXPECT_NEAR(of_free * of_free - of_independent * of_independent, twice ? 2.0 : 0.0, 1e-12);
      }
    }
}

// Rods of a triangle whose corners move onto a line: the third rod then depends on the other two.
TEST(Redundancy, IsFoundIfRowsLoseTheirOwnDofs) {
  Rods rods(0, {{1, 2}, {2, 4}, {1, 4}});
  rods.move(0.05);
  Redundancy redundancy(*rods.mechanics, *rods.G, rods.diagonal.get());
  EXPECT_EQ(redundancy.numDependent(), 0);
  la::State& state = rods.mechanics->bodies()[0]->state();
  const auto& tags = rods.mechanics->bodies()[0]->mesh().nodeTags();
  for (std::size_t node = 0; node < tags.size(); ++node)
    if (tags[node] == 1 || tags[node] == 2 || tags[node] == 4)
      for (std::size_t c = 0; c < 3; ++c)
        state.displacement()[3 * node + c] =
            static_cast<double>(tags[node]) * (0.3 + 0.1 * static_cast<double>(c)) - state.reference()[3 * node + c];
  rods.G->update(*rods.mechanics, rods.A->layout(), rods.A->constrainedFlags());
  EXPECT_TRUE(redundancy.update(*rods.G, rods.diagonal.get()));
  EXPECT_EQ(redundancy.numDependent(), 1);
}

}  // namespace
}  // namespace tenon::system
