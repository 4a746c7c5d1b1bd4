// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Constraints on mapped states: rows G J, and their contribution to the tangent if rods or mappings
// rotate.
#include <gtest/gtest.h>

#include "constraint/registry.hpp"
#include "la/arrays.hpp"
#include "mapping/registry.hpp"
#include "problem.hpp"
#include "system/evaluation.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

base::CaseNode words(const std::string& text) {
  return base::CaseNode::parse(text, "test");
}

/// Returns rigid bodies to which a box of tets is mapped. Rods connect it to a box of hexes and to
/// independent nodes.
std::unique_ptr<MechanicalSystem> makeSystem(int partition) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(world(), "block", CellType::hex8, {2, 2, 2}, 0.0, partition));
  const Box frames{"frames", CellType::hex8, {1, 1, 1}, {2, 0, 0}, {3, 1, 1}, {}, la::NodeKind::frames};
  bodies.push_back(Objects::makeBody(frames, Objects::makeMesh(world(), frames, partition)));
  const Box carried{"carried", CellType::tet4, {2, 1, 1}, {2.1, 0.2, 0.1}, {2.8, 0.9, 0.8}};
  MappedObject follower;
  follower.body = Objects::makeBody(carried, Objects::makeMesh(world(), carried, partition == 0 ? 1 : 0));
  const fem::FindDomain find = [&](const std::string& name) -> const fem::Domain& {
    for (const auto& body : bodies)
      if (body->name() == name) return body->domain();
    return follower.body->domain();
  };
  mapping::MappingRegistry mappings("mapping");
  mapping::registerMappings(mappings);
  follower.mapping = mappings.make(words("{type: rigid, parent: frames}"), follower.body->domain(), find);
  constraint::ConstraintRegistry registry("constraint");
  constraint::registerConstraints(registry);
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  for (const char* text :
       {"{type: distance, name: rods, first: {object: carried, group: xmin}, second: {object: block, "
        "group: xmax}}",
        "{type: distance, name: stays, first: {object: carried, group: zmax}, second: {object: "
        "carried, group: zmin}}"})
    constraints.push_back(registry.make(words(text), find));
  std::vector<MappedObject> mapped_objects;
  mapped_objects.push_back(std::move(follower));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints),
                                            std::vector<std::unique_ptr<force::ForceField>>{},
                                            std::move(mapped_objects));
}

/// Updates q <- q (+) h e, including ghosts.
void move(MechanicalSystem& mechanics, const la::CombinedLayout& layout, Vec e, double h) {
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    const la::ReadArray values(e);
    std::vector<double> increment(static_cast<std::size_t>(state.layout().numOwned() * state.block()));
    layout.fromRows(b, values.begin() + std::ptrdiff_t{layout.firstOwned(b)} * layout.block(), increment.data());
    for (double& one : increment) one *= h;
    state.retract(increment);
    state.updateGhosts();
  }
}

/// Returns a direction with a nonzero component for each dof in use; it depends on the partition.
la::Vector someDirection(const la::CombinedLayout& layout, int seed) {
  la::Vector e = layout.makeVector();
  std::vector<std::vector<double>> values;
  for (const la::State* state : layout.states()) {
    values.emplace_back(state->displacement().size());
    for (std::size_t i = 0; i < values.back().size(); ++i)
      values.back()[i] = Objects::randomValue(seed + 7 * layout.comm().rank(), static_cast<Eigen::Index>(i));
  }
  layout.gather({values.begin(), values.end()}, e.get());
  return e;
}

double norm(Vec vector) {
  double value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_2, &value));
  return value;
}

class MappedConstraints : public ::testing::TestWithParam<int> {};

// f + G^T lambda at fixed multipliers, for rods between a mapped and another object, and within the
// mapped one.
TEST_P(MappedConstraints, tangentIsTheDerivativeOfForces) {
  const auto mechanics = makeSystem(GetParam());
  AssembledSystem system(*mechanics);
  MatrixFreeSystem products(*mechanics);
  const la::CombinedLayout& layout = system.layout();
  move(*mechanics, layout, someDirection(layout, 3).get(), 0.1);
  ConstraintJacobian G(*mechanics, layout, system.constrainedFlags());
  const la::Vector lambda = G.makeVector();
  for (std::size_t c = 0; c < mechanics->constraints().size(); ++c) {
    const la::NamedRows& rows = G.groups()[c];
    std::vector<double> of_rows;
    for (LocalIndex row = 0; row < rows.count; ++row)
      of_rows.push_back(100 * Objects::randomValue(5 + static_cast<int>(c), row));
    mechanics->constraints()[c]->setMultipliers(of_rows);
    PetscInt first = 0;
    TENON_PETSC(VecGetOwnershipRange(lambda.get(), &first, nullptr));
    for (LocalIndex row = 0; row < rows.count; ++row)
      TENON_PETSC(
          VecSetValue(lambda.get(), first + rows.first + row, of_rows[static_cast<std::size_t>(row)], INSERT_VALUES));
  }
  TENON_PETSC(VecAssemblyBegin(lambda.get()));
  TENON_PETSC(VecAssemblyEnd(lambda.get()));
  const auto forces = [&] {
    la::Vector sum = system.residual();
    G.update(*mechanics, layout, system.constrainedFlags());
    TENON_PETSC(MatMultTransposeAdd(G.full(), lambda.get(), sum.get(), sum.get()));
    return sum;
  };
  const double h = 1e-6;
  for (const int seed : {11, 12}) {
    const la::Vector e = someDirection(layout, seed), found = layout.makeVector(), free = layout.makeVector();
    for (LinearSystem* one : std::initializer_list<LinearSystem*>{&system, &products}) one->assemble({0.0, 0.0, 1.0});
    TENON_PETSC(MatMult(system.get(), e.get(), found.get()));
    TENON_PETSC(MatMult(products.get(), e.get(), free.get()));
    move(*mechanics, layout, e.get(), h);
    la::Vector difference = forces();
    move(*mechanics, layout, e.get(), -h);
    move(*mechanics, layout, e.get(), -h);
    TENON_PETSC(VecAXPY(difference.get(), -1.0, forces().get()));
    TENON_PETSC(VecScale(difference.get(), 1 / (2 * h)));
    move(*mechanics, layout, e.get(), h);
    const double size = norm(difference.get());
    TENON_PETSC(VecAXPY(difference.get(), -1.0, found.get()));
    EXPECT_LT(norm(difference.get()), 1e-7 * size);
    TENON_PETSC(VecAXPY(free.get(), -1.0, found.get()));
    EXPECT_LT(norm(free.get()), 1e-12 * norm(found.get()));
  }
}

// G J e = dPhi along e.
TEST_P(MappedConstraints, rowsAreTheDerivativeOfResiduals) {
  const auto mechanics = makeSystem(GetParam());
  const la::CombinedLayout& layout = mechanics->layout();
  const AssembledSystem system(*mechanics);
  move(*mechanics, layout, someDirection(layout, 3).get(), 0.1);
  const ConstraintJacobian G(*mechanics, layout, system.constrainedFlags());
  const la::Vector e = someDirection(layout, 21), product = G.makeVector();
  TENON_PETSC(MatMult(G.full(), e.get(), product.get()));
  const std::vector<double> expected = la::entriesOf(product.get());
  const double h = 1e-6;
  move(*mechanics, layout, e.get(), h);
  const std::vector<double> plus = constraintResidualOf(*mechanics);
  move(*mechanics, layout, e.get(), -h);
  move(*mechanics, layout, e.get(), -h);
  const std::vector<double> minus = constraintResidualOf(*mechanics);
  ASSERT_EQ(plus.size(), expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row)
    EXPECT_NEAR((plus[row] - minus[row]) / (2 * h), expected[row], 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Partitions, MappedConstraints, ::testing::Values(0, 1, Objects::all_on_last_rank),
                         [](const auto& one) { return "deal" + std::to_string(one.index); });

}  // namespace
}  // namespace tenon::system
