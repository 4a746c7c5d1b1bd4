// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// All kinds of systems of the same mechanics give the same A.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "force/VelocityDamping.hpp"
#include "system/forms/registry.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "twoBodies.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::HasSubstr;

SystemOptions without(bool MatrixContents::*flag) {
  SystemOptions options;
  options.contents.*flag = false;
  return options;
}

const std::vector<Factors> steps = {{0.0, 0.0, -1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {2.0, -0.5, -0.3}};

TEST(LinearSystem, AllKindsAgree) {
  for (const int partition : {0, 1}) {
    const auto mechanics = twoBodies(world(), partition);
    SystemRegistry registry("system");
    registerSystems(registry);
    std::vector<std::unique_ptr<LinearSystem>> systems;  // all of them, created together
    for (const auto& kind : registry.names())
      systems.push_back(registry.make(base::CaseNode::parse("type: " + kind, "case.yaml"), *mechanics));
    ASSERT_EQ(systems.size(), 4u);
    for (const Factors& factors : steps) {
      Eigen::MatrixXd reference;
      for (const auto& system : systems) {
        system->assemble(factors);
        const Eigen::MatrixXd matrix = denseOf(*system);
        if (reference.size() == 0) reference = matrix;
        EXPECT_GT(largest(matrix), 0.0);
        EXPECT_LE(largest(matrix - reference), 1e-12 * largest(reference)) << system->kind();
      }
    }
  }
}

TEST(LinearSystem, PartsOfACompositeSystemSumToA) {
  for (const int partition : {0, 1}) {
    const auto mechanics = twoBodies(world(), partition);
    const SystemOptions free = without(&MatrixContents::projective_conditions);
    CompositeSystem composite(*mechanics, {{"K", {0, 0, 1}}, {"B", {0, 1, 0}}, {"M", {1, 0, 0}}}, free);
    AssembledSystem assembled(*mechanics, la::Insertion::blocked, free);
    const FileOrder order(*mechanics);
    for (const Factors& factors : steps) {
      composite.assemble(factors);
      assembled.assemble(factors);
      const auto part = [&](const char* name) { return order.dense(composite.layout(), composite.part(name)); };
      const Eigen::MatrixXd A = denseOf(assembled);
      const Eigen::MatrixXd sum =
          factors.mass * part("M") + factors.damping * part("B") + factors.stiffness * part("K");
      EXPECT_LE(largest(sum - A), 1e-12 * largest(A));
      EXPECT_LE(largest(denseOf(composite) - A), 1e-12 * largest(A));
    }
    EXPECT_THAT(composite.parts(), ::testing::ElementsAre("A", "K", "B", "M"));
    EXPECT_THROW(composite.part("C"), base::InputError);
  }
  const auto mechanics = twoBodies(world(), 0);
  EXPECT_THROW(CompositeSystem(*mechanics, {{"A", {0, 0, 1}}}), base::InputError);
}

TEST(LinearSystem, DoesNotDependOnTheRanks) {
  const auto reference = twoBodies(base::Communicator::self(), 0);
  for (const int partition : {0, 1, 2}) {
    const auto mechanics = twoBodies(world(), partition);
    for (const bool stored : {true, false}) {
      const auto matrixOf = [&](const MechanicalSystem& of) -> Eigen::MatrixXd {
        std::unique_ptr<LinearSystem> system;
        if (stored)
          system = std::make_unique<AssembledSystem>(of);
        else
          system = std::make_unique<MatrixFreeSystem>(of);
        system->assemble({2.0, -0.5, -0.3});
        return denseOf(*system);
      };
      const Eigen::MatrixXd expected = matrixOf(*reference), A = matrixOf(*mechanics);
      EXPECT_LE(largest(A - expected), 1e-13 * largest(expected));
    }
    const AssembledSystem here(*mechanics), there(*reference);
    const Eigen::VectorXd f = FileOrder(*mechanics).dense(here.residual().get()),
                          g = FileOrder(*reference).dense(there.residual().get());
    EXPECT_LE(largest(f - g), 1e-13 * largest(g));
  }
}

/// Returns the values of this rank's rows, to be compared bitwise.
std::vector<double> valuesOf(Mat matrix) {
  PetscInt first = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  std::vector<double> values;
  for (PetscInt row = first; row < end; ++row) {
    PetscInt count = 0;
    const double* entries = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, nullptr, &entries));
    values.insert(values.end(), entries, entries + count);
    TENON_PETSC(MatRestoreRow(matrix, row, &count, nullptr, &entries));
  }
  return values;
}

TEST(LinearSystem, TenRunsAreBitwiseEqual) {
  std::vector<double> first;
  for (int run = 0; run < 10; ++run) {
    const auto mechanics = twoBodies(world(), 1);
    AssembledSystem system(*mechanics);
    system.assemble({2.0, -0.5, -0.3});
    const std::vector<double> values = valuesOf(system.get());
    if (run == 0) first = values;
    EXPECT_EQ(values, first) << "run " << run;
  }
}

TEST(LinearSystem, HexBeamHasAsManyEntriesAsItsNodesHaveNeighbours) {
  const auto mechanics = alone(elasticBox(world(), "beam", CellType::hex8, {3, 3, 19}));
  for (const la::Insertion insertion : {la::Insertion::slots, la::Insertion::blocked}) {
    AssembledSystem system(*mechanics, insertion);
    system.assemble({0.0, 0.0, 1.0});
    PetscInt rows = 0, columns = 0;
    MatInfo info;
    TENON_PETSC(MatGetSize(system.get(), &rows, &columns));
    TENON_PETSC(MatGetInfo(system.get(), MAT_GLOBAL_SUM, &info));
    EXPECT_EQ(rows, 960);
    EXPECT_EQ(columns, 960);
    EXPECT_EQ(info.nz_used, 52200.0);
    EXPECT_EQ(info.mallocs, 0.0);
  }
}

TEST(LinearSystem, FlagsOmitTheirTerms) {
  const auto mechanics = twoBodies(world(), 0);
  const Factors all{2.0, -0.5, -0.3};
  const auto matrixOf = [&](const SystemOptions& options, const Factors& factors) -> Eigen::MatrixXd {
    AssembledSystem system(*mechanics, la::Insertion::slots, options);
    system.assemble(factors);
    MatrixFreeSystem products(*mechanics, options);
    products.assemble(factors);
    const Eigen::MatrixXd A = denseOf(system);
    EXPECT_LE(largest(denseOf(products) - A), 1e-12 * largest(A));
    return A;
  };
  SystemOptions ones;
  ones.held_diagonal = la::DirichletDiagonal::one;
  const auto expectSame = [&](bool MatrixContents::*flag, const Factors& factors) {
    SystemOptions options = ones;
    options.contents.*flag = false;
    const Eigen::MatrixXd A = matrixOf(options, all), B = matrixOf(ones, factors);
    EXPECT_LE(largest(A - B), 1e-12 * largest(B));
  };
  expectSame(&MatrixContents::stiffness, {2.0, -0.5, 0.0});
  expectSame(&MatrixContents::damping, {2.0, 0.0, -0.3});
  expectSame(&MatrixContents::mass, {0.0, -0.5, -0.3});
  EXPECT_GT(largest(matrixOf(without(&MatrixContents::projective_conditions), all) - matrixOf(ones, all)), 1.0);
}

TEST(LinearSystem, ConstrainedDofsAreRemovedAlike) {
  const auto mechanics = twoBodies(world(), 0);
  for (const la::DirichletDiagonal diagonal : {la::DirichletDiagonal::one, la::DirichletDiagonal::meanOfDiagonal}) {
    SystemOptions options;
    options.held_diagonal = diagonal;
    AssembledSystem stored(*mechanics, la::Insertion::slots, options);
    MatrixFreeSystem products(*mechanics, options);
    CompositeSystem composite(*mechanics, {{"K", {0, 0, 1}}}, options);
    for (LinearSystem* system : std::initializer_list<LinearSystem*>{&stored, &products, &composite})
      system->assemble({0.0, 0.0, -1.0});
    const Eigen::MatrixXd A = denseOf(stored);
    EXPECT_LE(largest(denseOf(products) - A), 1e-12 * largest(A));
    EXPECT_LE(largest(denseOf(composite) - A), 1e-12 * largest(A));
    SystemRegistry registry("system");
    registerSystems(registry);
    const std::string word = diagonal == la::DirichletDiagonal::one ? "one" : "mean";
    const auto said = registry.make(
        base::CaseNode::parse("{type: fixed-pattern, prescribed_diagonal: " + word + "}", ""), *mechanics);
    said->assemble({0.0, 0.0, -1.0});
    EXPECT_EQ(largest(denseOf(*said) - A), 0.0);
    if (diagonal == la::DirichletDiagonal::one) {
      EXPECT_EQ((A.diagonal().array() == 1.0).count(), 3 * 6);  // the nodes of the clamp
    }
  }
}

TEST(LinearSystem, NamesNonsymmetricContributors) {
  const auto mechanics = twoBodies(world(), 0);
  AssembledSystem system(*mechanics);
  system.assemble({0.0, 0.0, -1.0});
  EXPECT_FALSE(system.isSymmetric());  // damped springs that rotate
  EXPECT_THAT(system.asymmetricContributors(), ::testing::ElementsAre("springs between lower/zmax and upper/zmin"));
  system.assemble({1.0, 0.0, 0.0});
  EXPECT_TRUE(system.isSymmetric());
}

TEST(LinearSystem, RefusesFactorsThatAreNoNumbers) {
  const auto mechanics = twoBodies(world(), 0);
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    AssembledSystem stored(*mechanics);
    MatrixFreeSystem products(*mechanics);
    EXPECT_THROW(stored.assemble({0.0, 0.0, bad}), base::InputError);
    EXPECT_THROW(products.assemble({bad, 0.0, -1.0}), base::InputError);
    EXPECT_THROW(CompositeSystem(*mechanics, {{"K", {0, bad, 1}}}), base::InputError);
  }
}

TEST(LinearSystem, UnknownKindsAreRefusedWithASuggestion) {
  const auto mechanics = twoBodies(world(), 0);
  SystemRegistry registry("system");
  registerSystems(registry);
  const auto sentence = [&](const char* text) -> std::string {
    try {
      registry.make(base::CaseNode::parse(text, "case.yaml"), *mechanics);
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(sentence("type: fixed-patern"),
              HasSubstr("there is no system 'fixed-patern'; did you mean 'fixed-pattern'?"));
  EXPECT_THAT(sentence("{type: composite, parts: [K, L]}"), HasSubstr("no predefined part 'L'"));
  EXPECT_THAT(sentence("{type: matrix-free, on_change: refuse}"), HasSubstr("on_change"));
  EXPECT_EQ(sentence("{type: matrix-free, checking: true}"), "");
  EXPECT_EQ(sentence("{type: composite, parts: [K, M], checking: true, on_change: refuse, damping: false}"), "");
  EXPECT_THAT(sentence("{type: assembled, prescribed_diagonal: on}"), HasSubstr("did you mean 'one'?"));
}

}  // namespace
}  // namespace tenon::system
