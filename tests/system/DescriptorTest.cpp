// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Whole system: counts, offsets, vectors, products, gathering and scattering.
#include "tenon/system/operators/Descriptor.hpp"

#include <gmock/gmock.h>

#include "rigidlyJoined.hpp"
#include "system/evaluation.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Factors step{2.0, -0.5, -0.3};
constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};

class DescriptorTest : public ::testing::Test {
 protected:
  explicit DescriptorTest(int partition = 0)
      : mechanics(rigidlyJoined(world(), partition)), A(*mechanics), descriptor(*mechanics, A) {
    descriptor.assemble(step);
  }
  std::unique_ptr<MechanicalSystem> mechanics;
  AssembledSystem A;
  Descriptor descriptor;
};

TEST_F(DescriptorTest, CountsVariablesAndConstraints) {
  const auto variables = descriptor.variables(), constraints = descriptor.constraints();
  ASSERT_EQ(variables.size(), 2u);
  EXPECT_EQ(variables[0].name, "lower");
  EXPECT_EQ(variables[0].total, 36);  // 3 x 2 x 2 nodes
  EXPECT_EQ(variables[1].total, 36);
  EXPECT_EQ(variables[1].first, variables[0].count);
  ASSERT_EQ(constraints.size(), 2u);
  EXPECT_EQ(constraints[0].name, "joint");
  EXPECT_EQ(constraints[0].total, 3 * 12 - 6);
  EXPECT_EQ(constraints[1].name, "pull");
  EXPECT_EQ(constraints[1].total, 6);
  EXPECT_EQ(descriptor.numVariables(), 72);
  EXPECT_EQ(descriptor.numActiveVariables(), 72 - 18);
  EXPECT_EQ(descriptor.numConstraints(), 36);
  EXPECT_EQ(descriptor.numActiveConstraints(), 36);
  EXPECT_THAT(descriptor.blocks(),
              ElementsAre("elastic on lower", "elastic on upper", "springs between lower/zmax and upper/zmin",
                          "lumped mass on lower", "lumped mass on upper"));
}

TEST_F(DescriptorTest, RowsKeepTheirPlacesWhenAConstraintIsSwitchedOff) {
  const Eigen::MatrixXd before = denseOf(descriptor.whole().get());
  const auto places = descriptor.constraints();
  descriptor.setActive("joint", false);
  descriptor.assemble(step);
  const auto constraints = descriptor.constraints();
  EXPECT_FALSE(constraints[0].active);
  EXPECT_TRUE(constraints[1].active);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(constraints[c].first, places[c].first);
    EXPECT_EQ(constraints[c].count, places[c].count);
  }
  EXPECT_EQ(descriptor.numConstraints(), 36);
  EXPECT_EQ(descriptor.numActiveConstraints(), 6);
  // The matrix is unchanged except for empty rows and columns of the joint.
  const Eigen::MatrixXd after = denseOf(descriptor.whole().get());
  ASSERT_EQ(after.rows(), before.rows());
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(descriptor.whole().get(), &first, nullptr));
  Eigen::VectorXd kept = Eigen::VectorXd::Zero(before.rows());
  for (const auto& rows : descriptor.all().rows())
    kept.segment(first + rows.first, rows.count).setConstant(rows.name == "joint" ? 0.0 : 1.0);
  world().sumInPlace(gsl::span<double>(kept.data(), static_cast<std::size_t>(kept.size())));
  EXPECT_EQ(kept.sum(), 72 + 6);
  EXPECT_EQ(largest(after - kept.asDiagonal() * before * kept.asDiagonal()), 0.0);
  descriptor.setActive("joint", true);
  descriptor.assemble(step);
  EXPECT_EQ(largest(denseOf(descriptor.whole().get()) - before), 0.0);
  EXPECT_THAT(refusal([&] { descriptor.setActive("joind", false); }),
              HasSubstr("There is no constraint 'joind'; did you mean 'joint'"));
}

TEST(Descriptor, ProductWithTheWholeIsThatOfTheAssembledMatrix) {
  for (const int partition : deals) {
    const auto mechanics = rigidlyJoined(world(), partition);
    AssembledSystem stored(*mechanics);
    MatrixFreeSystem products(*mechanics);
    Descriptor assembled(*mechanics, stored), free(*mechanics, products);
    for (const Factors& factors : {statics, step}) {
      assembled.assemble(factors);
      free.assemble(factors);
      const la::Matrix Z = assembled.assembled(), again = rebuiltFromProducts(free.whole().get());
      const Eigen::MatrixXd dense = denseOf(Z.get());
      EXPECT_LE(largest(denseOf(assembled.whole().get()) - dense), 1e-12 * largest(dense));
      EXPECT_LE(largest(denseOf(again.get()) - dense), 1e-12 * largest(dense));
      la::Vector x, y, z;
      TENON_PETSC(MatCreateVecs(Z.get(), x.out(), y.out()));
      TENON_PETSC(VecDuplicate(y.get(), z.out()));
      for (const int seed : {1, 2}) {
        fillByChance(x.get(), seed);
        TENON_PETSC(MatMult(Z.get(), x.get(), y.get()));
        TENON_PETSC(MatMult(free.whole().get(), x.get(), z.get()));
        EXPECT_LE(distance(y.get(), z.get()), 1e-12 * norm(y.get()));
      }
      la::Vector diagonal = like(y.get());
      TENON_PETSC(MatGetDiagonal(Z.get(), diagonal.get()));
      EXPECT_LE(distance(diagonal.get(), free.diagonal().get()), 1e-12 * norm(diagonal.get()));
    }
    EXPECT_THAT(refusal([&] { free.assembled(); }), HasSubstr("is matrix-free"));
  }
}

TEST_F(DescriptorTest, RightHandSide) {
  const la::Vector d = descriptor.d(), f = descriptor.f(), b = descriptor.b();
  const auto parts = descriptor.all().scatter(d.get());
  const auto forces = descriptor.unknowns().scatter(f.get()), violations = descriptor.multipliers().scatter(b.get());
  EXPECT_EQ(parts[0].values, forces[0].values);
  EXPECT_EQ(parts[1].values, forces[1].values);
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t r = 0; r < violations[c].values.size(); ++r)
      EXPECT_EQ(parts[2 + c].values[r], -violations[c].values[r]);
  // Expected right-hand side b = r s Phi.
  const auto phi = constraintResidualOf(*mechanics);
  const auto& rows = descriptor.multipliers().rows()[1];
  for (LocalIndex r = 0; r < rows.count; ++r)
    EXPECT_NEAR(violations[1].values[static_cast<std::size_t>(r)],
                0.5 * 4.0 * phi[static_cast<std::size_t>(rows.first + r)], 1e-15);
}

TEST_F(DescriptorTest, GatheringWhatWasScatteredGivesTheSame) {
  const la::Vector q = descriptor.f(), again = like(q.get());
  fillByChance(q.get(), 7);
  descriptor.unknowns().gather(descriptor.unknowns().scatter(q.get()), again.get());
  EXPECT_EQ(distance(q.get(), again.get()), 0.0);

  descriptor.setDisplacement(q.get());
  EXPECT_EQ(distance(q.get(), descriptor.displacement().get()), 0.0);

  std::vector<VectorPart> lambda = descriptor.multipliers().scatter(descriptor.b().get());
  const la::Vector x = descriptor.join(q.get(), lambda);
  const la::Vector l = like(x.get());
  const auto rows = descriptor.all().scatter(x.get());
  for (std::size_t r = 0; r < lambda[1].values.size(); ++r)
    EXPECT_NEAR(rows[3].values[r], -lambda[1].values[r] / 4.0, 1e-15);
  const auto back = descriptor.split(x.get(), again.get());
  EXPECT_EQ(distance(q.get(), again.get()), 0.0);
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t r = 0; r < back[c].values.size(); ++r) EXPECT_NEAR(back[c].values[r], lambda[c].values[r], 1e-15);
}

TEST_F(DescriptorTest, WrongSizesAndOrdersAreRefused) {
  const la::Vector q = descriptor.f(), l = descriptor.b();
  const VectorParts& unknowns = descriptor.unknowns();
  auto parts = unknowns.scatter(q.get());
  std::swap(parts[0], parts[1]);
  EXPECT_THAT(refusal([&] { unknowns.gather(parts, q.get()); }),
              HasSubstr("Part 1 of the unknowns belongs to 'lower', but 'upper' was given"));
  std::swap(parts[0], parts[1]);
  parts[1].values.push_back(0.0);
  EXPECT_THAT(refusal([&] { unknowns.gather(parts, q.get()); }), HasSubstr("The array of 'upper' must have"));
  EXPECT_THAT(refusal([&] { unknowns.scatter(q.get(), parts); }), HasSubstr("but has the length"));
  parts.pop_back();
  EXPECT_THAT(refusal([&] { unknowns.gather(parts, q.get()); }),
              HasSubstr("The number of parts of the unknowns is 2, but the number of given arrays is 1"));
  EXPECT_THAT(refusal([&] { unknowns.scatter(l.get()); }), HasSubstr("A vector of unknowns has"));
  EXPECT_THAT(refusal([&] { descriptor.setDisplacement(l.get()); }), HasSubstr("of 'lower'"));
  EXPECT_THAT(refusal([&] { descriptor.split(q.get(), q.get()); }), HasSubstr("A vector of unknowns and multipliers"));
  auto lambda = descriptor.multipliers().scatter(l.get());
  std::swap(lambda[0], lambda[1]);
  EXPECT_THAT(refusal([&] { descriptor.feasibility(lambda); }), HasSubstr("'pull' was given"));
  if (world().rank() == world().size() - 1) parts.clear();  // wrong on one rank only; all ranks throw
  EXPECT_NE(refusal([&] { unknowns.gather(parts, q.get()); }), "");
}

TEST_F(DescriptorTest, FeasibilityOfEachConstraint) {
  auto lambda = descriptor.multipliers().scatter(descriptor.b().get());
  for (double& value : lambda[0].values) value = 3.0;
  for (double& value : lambda[1].values) value = -50.0;
  const auto found = descriptor.feasibility(lambda);
  const auto phi = constraintResidualOf(*mechanics);
  double joint = 0.0, pull = 0.0;
  const auto& rows = descriptor.multipliers().rows();
  for (LocalIndex r = 0; r < rows[0].count; ++r) joint = std::max(joint, std::abs(phi[static_cast<std::size_t>(r)]));
  for (LocalIndex r = 0; r < rows[1].count; ++r)
    pull = std::max(pull, std::abs(phi[static_cast<std::size_t>(rows[1].first + r)] - 2e-4 * 50.0));
  EXPECT_DOUBLE_EQ(found[0].violation, world().max(joint));
  EXPECT_DOUBLE_EQ(found[1].violation, world().max(pull));
  EXPECT_DOUBLE_EQ(found[0].complementarity, 3.0 * world().max(joint));
  EXPECT_DOUBLE_EQ(found[1].complementarity, 50.0 * world().max(pull));
  descriptor.setActive("pull", false);
  EXPECT_EQ(descriptor.feasibility(lambda)[1].violation, 0.0);
}

TEST(Descriptor, OfMechanicsWithoutConstraints) {
  const auto mechanics = twoBodies(world(), 0);
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  descriptor.assemble(statics);
  EXPECT_EQ(descriptor.numConstraints(), 0);
  EXPECT_LE(largest(denseOf(descriptor.whole().get()) - denseOf(descriptor.A())), 0.0);
  EXPECT_EQ(norm(descriptor.d().get()), norm(descriptor.f().get()));
}

}  // namespace
}  // namespace tenon::system
