// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Admissible multipliers: projections, and rows of one kind.
#include <gtest/gtest.h>

#include <random>

#include "constraint/registry.hpp"
#include "rigidlyJoined.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};

/// Returns a block above three obstacles at its six lower nodes. Its upper nodes are constrained by
/// multipliers.
std::unique_ptr<MechanicalSystem> aboveObstacles(int partition) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(world(), "block", CellType::hex8, {2, 1, 1}, 0.0, partition));
  const fem::FindDomain find = [&](const std::string&) -> const fem::Domain& { return bodies[0]->domain(); };
  constraint::ContactRegistry contacts("contact");
  constraint::registerContacts(contacts);
  const std::string slave = "slave: {object: block, group: zmin}, normal: [0, 0, 1], point: [0, 0, -0.1]";
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  for (const std::string& law : {std::string("name: smooth"), std::string("name: cone, friction: 0.5, cohesion: 0.8"),
                                 std::string("name: pyramid, friction: 0.5, friction_limit: pyramid, cohesion: 0.8")})
    constraints.push_back(
        contacts.make(base::CaseNode::parse("{type: plane, " + law + ", " + slave + "}", "test"), find));
  constraint::DisplacementConstraint::Data hold;
  hold.name = "hold";
  hold.object = "block";
  hold.group = "zmax";
  hold.values[0] = 0.0;
  constraints.push_back(std::make_unique<constraint::DisplacementConstraint>(hold, find));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints),
                                            std::vector<std::unique_ptr<force::ForceField>>{});
}

class AdmissibleTest : public ::testing::TestWithParam<int> {
 protected:
  AdmissibleTest() : mechanics(aboveObstacles(GetParam())), A(*mechanics), descriptor(*mechanics, A) {
    descriptor.assemble(statics);
  }

  /// Returns random numbers between -1 and 1, which depend on the partition.
  std::vector<VectorPart> byChance(unsigned seed) const {
    std::mt19937 random(seed + 100 * static_cast<unsigned>(world().rank()));
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::vector<VectorPart> lambda;
    for (const auto& rows : descriptor.multipliers().rows()) {
      VectorPart& part = lambda.emplace_back(VectorPart{rows.name, {}});
      for (LocalIndex r = 0; r < rows.count; ++r) part.values.push_back(number(random));
    }
    return lambda;
  }

  std::unique_ptr<MechanicalSystem> mechanics;
  AssembledSystem A;
  Descriptor descriptor;
};

// Projection onto a convex set: the result lies inside, and the direction to any other point inside
// is at no acute angle to the direction of the projection.
TEST_P(AdmissibleTest, ProjectsToTheNearestPoint) {
  const auto inside = [&](std::size_t c, const double* block, double area) {
    const double most = 0.5 * block[0] + 0.8 * area + 1e-12;
    if (block[0] < 0.0) return false;
    if (c == 1) return std::hypot(block[1], block[2]) <= most;
    return std::abs(block[1]) <= most && std::abs(block[2]) <= most;
  };
  int moved = 0;
  for (unsigned seed = 1; seed < 30; ++seed) {
    const auto given = byChance(seed), nearest = descriptor.project(given),
               other = descriptor.project(byChance(seed + 50));
    for (std::size_t r = 0; r < given[0].values.size(); ++r)
      EXPECT_EQ(nearest[0].values[r], std::max(given[0].values[r], 0.0));
    EXPECT_EQ(nearest[3].values, given[3].values);
    for (const std::size_t c : {1u, 2u}) {
      const std::vector<double> areas = mechanics->constraints()[c]->contactAreas();
      for (std::size_t k = 0; k < areas.size(); ++k) {
        const double *x = given[c].values.data() + 3 * k, *p = nearest[c].values.data() + 3 * k,
                     *z = other[c].values.data() + 3 * k;
        EXPECT_TRUE(inside(c, p, areas[k]));
        double acute = 0.0, way = 0.0;
        for (int i = 0; i < 3; ++i) acute += (x[i] - p[i]) * (z[i] - p[i]), way += std::abs(x[i] - p[i]);
        EXPECT_LE(acute, 1e-12);
        if (inside(c, x, areas[k])) {
          EXPECT_LE(way, 1e-12);
        }
        moved += way > 1e-3 ? 1 : 0;
      }
    }
    const auto again = descriptor.project(nearest);
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t r = 0; r < again[c].values.size(); ++r)
        EXPECT_NEAR(again[c].values[r], nearest[c].values[r], 1e-13);
  }
  EXPECT_GT(world().sum(static_cast<long>(moved)), 30);
}

TEST_P(AdmissibleTest, ProjectsUnknownsInPlace) {
  const la::Vector q = descriptor.displacement(), kept = descriptor.displacement();
  fillByChance(q.get(), 3);
  const auto given = byChance(7), nearest = descriptor.project(given);
  const la::Vector x = descriptor.join(q.get(), given);
  descriptor.projectUnknowns(x.get());
  const auto found = descriptor.split(x.get(), kept.get());
  EXPECT_EQ(distance(q.get(), kept.get()), 0.0);
  for (std::size_t c = 0; c < found.size(); ++c)
    for (std::size_t r = 0; r < found[c].values.size(); ++r)
      EXPECT_NEAR(found[c].values[r], nearest[c].values[r], 1e-14);
}

TEST_P(AdmissibleTest, KindsOfRowsMakeUpTheWhole) {
  const PetscInt contacts = 6 + 18 + 18, equations = 6;
  EXPECT_EQ(descriptor.numActiveConstraints(), contacts + equations);
  EXPECT_EQ(descriptor.numActiveConstraints(RowKind::bilateral), equations);
  EXPECT_EQ(descriptor.numActiveConstraints(RowKind::unilateral), contacts);
  const auto bilateral = descriptor.activeConstraints(RowKind::bilateral);
  ASSERT_EQ(bilateral.size(), 1u);
  EXPECT_EQ(bilateral[0].name, "hold");
  EXPECT_EQ(bilateral[0].first, 0);
  const la::Matrix Z = descriptor.assembledActive(RowKind::bilateral);
  PetscInt rows = 0, columns = 0;
  TENON_PETSC(MatGetSize(Z.get(), &rows, &columns));
  EXPECT_EQ(rows, descriptor.numVariables() + equations);
  descriptor.setActive("cone", false);
  descriptor.assemble(statics);
  EXPECT_EQ(descriptor.numActiveConstraints(RowKind::unilateral), contacts - 18);
  EXPECT_EQ(descriptor.project(byChance(1))[1].values,
            std::vector<double>(mechanics->constraints()[1]->contactAreas().size() * 3, 0.0));
}

// At a height of 0.1 no row is violated; after a displacement of -0.3 all gaps are -0.2.
TEST_P(AdmissibleTest, OpenRowsAreFeasible) {
  auto lambda = byChance(1);
  for (VectorPart& part : lambda) std::fill(part.values.begin(), part.values.end(), 0.0);
  for (const Feasibility& one : descriptor.feasibility(lambda)) {
    EXPECT_EQ(one.violation, 0.0) << one.constraint;
    EXPECT_EQ(one.excess, 0.0) << one.constraint;
  }
  la::State& state = mechanics->bodies()[0]->state();
  for (std::size_t i = 2; i < state.displacement().size(); i += 3) state.displacement()[i] = -0.3;
  if (!lambda[0].values.empty()) lambda[0].values[0] = -2.0;
  const auto now = descriptor.feasibility(lambda);
  EXPECT_NEAR(now[0].violation, 0.2, 1e-12);
  EXPECT_NEAR(now[1].violation, 0.2, 1e-12);
  EXPECT_NEAR(now[0].excess, 2.0, 1e-12);
  EXPECT_NEAR(now[0].complementarity, 0.4, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Partitions, AdmissibleTest, ::testing::ValuesIn(deals));

}  // namespace
}  // namespace tenon::system
