// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Inactive constraints in front of one with rows that are dropped or linearly dependent.
#include <gmock/gmock.h>

#include "redundancyCase.hpp"
#include "system/evaluation.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};

enum class First { missing, off };

/// Returns a cube of 2 x 2 x 2 cells that a condition constrains at its bottom, by `on_prescribed`
/// "drop". The constraints "side" and "again" prescribe z on one of its sides. A constraint that is
/// switched off, and that would be rejected if active, may precede them.
std::unique_ptr<MechanicalSystem> held(int partition, First first, double again = 0.01) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(world(), "cube", CellType::hex8, {2, 2, 2}, 0.0, partition));
  bodies[0]->conditions.push_back(
      std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, bodies[0]->domain()));
  const fem::FindDomain find = [&](const std::string&) -> const fem::Domain& { return bodies[0]->domain(); };
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  const auto hold = [&](const char* name, double value, const char* on_held) {
    constraint::MultiPoint::Data data;
    data.name = name;
    for (int node = 1; node <= 27; node += 3) {
      constraint::EquationTerm term;
      term.object = "cube", term.node = node;
      data.equations.emplace_back();
      data.equations.back().terms = {term};
      data.equations.back().value = value;
    }
    constraints.push_back(std::make_unique<constraint::MultiPoint>(data, find));
    constraints.back()->on_held = on_held;
  };
  if (first == First::off) {
    hold("off", 0.5, "refuse");
    constraints.back()->active = false;
    constraints.back()->compliance = 1e-3;
  }
  hold("side", 0.01, "drop");
  hold("again", again, "drop");
  constraints.back()->scale = 2.0;
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
}

/// Returns G^T mu with random mu in the rows of a constraint, numbered on each rank from its first
/// row.
Eigen::VectorXd forceOf(const RedundancyCase& it, Mat G, std::size_t constraint) {
  const la::Vector mu = it.G->makeVector(), force = it.A.layout().makeVector();
  const la::NamedRows& rows = it.G->groups()[constraint];
  std::vector<double> entries = la::entriesOf(mu.get());
  for (LocalIndex r = 0; r < rows.count; ++r)
    entries[static_cast<std::size_t>(rows.first + r)] = Objects::randomValue(3, 100 * world().rank() + r);
  la::setEntries(mu.get(), entries);
  TENON_PETSC(MatMultTranspose(G, mu.get(), force.get()));
  return FileOrder(*it.mechanics).dense(force.get());
}

TEST(Inactive, RowsBehindThemAreTheSame) {
  for (const int partition : deals) {
    const RedundancyCase without(held(partition, First::missing)), with(held(partition, First::off));
    for (const std::size_t c : {0u, 1u}) {
      const Eigen::VectorXd expected = forceOf(without, without.G->free(), c);
      EXPECT_GT(expected.norm(), 0.0);
      EXPECT_EQ((forceOf(with, with.G->free(), c + 1) - expected).norm(), 0.0);
      EXPECT_EQ((forceOf(with, with.redundancy->independent(), c + 1) -
                 forceOf(without, without.redundancy->independent(), c))
                    .norm(),
                0.0);
    }
    EXPECT_EQ(forceOf(with, with.G->full(), 0).norm(), 0.0);
    // 9 nodes on the side, 3 of them at the bottom are dropped; in the other 6 "again" depends on
    // "side".
    EXPECT_EQ(with.redundancy->numDependent(), 6);
    EXPECT_EQ(with.redundancy->names(), without.redundancy->names());
    EXPECT_EQ(with.redundancy->message(), without.redundancy->message());
    EXPECT_THAT(with.redundancy->message(), HasSubstr("6 of 12 constraint rows"));
    EXPECT_EQ(with.contradiction(), "");
    const RedundancyCase contradictory(held(partition, First::off, 0.02));
    EXPECT_THAT(contradictory.contradiction(), HasSubstr("with a residual of 0.01"));
    EXPECT_EQ(contradictory.contradiction(), RedundancyCase(held(partition, First::missing, 0.02)).contradiction());
    // An inactive constraint has no compliance, and a dropped row no residual.
    EXPECT_EQ(with.G->compliance(), nullptr);
    const std::vector<double> phi = constraintResidualOf(*with.mechanics);
    const auto first = static_cast<std::size_t>(with.G->groups()[1].first);
    EXPECT_EQ(std::vector<double>(phi.begin() + static_cast<std::ptrdiff_t>(first), phi.end()),
              constraintResidualOf(*without.mechanics));
    EXPECT_TRUE(std::all_of(phi.begin(), phi.begin() + static_cast<std::ptrdiff_t>(first),
                            [](double one) { return one == 0.0; }));
  }
}

TEST(Inactive, TheDescriptorLeavesThemOut) {
  for (const int partition : deals) {
    const auto mechanics = held(partition, First::off), other = held(partition, First::missing);
    AssembledSystem A(*mechanics), B(*other);
    Descriptor with(*mechanics, A), without(*other, B);
    with.assemble(statics), without.assemble(statics);
    EXPECT_EQ(with.numConstraints(), 27);
    EXPECT_EQ(with.numActiveConstraints(), 12);
    EXPECT_EQ(without.numActiveConstraints(), 12);
    const auto active = with.activeConstraints(), same = without.activeConstraints();
    ASSERT_EQ(active.size(), 2u);
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_EQ(active[c].name, same[c].name);
      EXPECT_EQ(active[c].first, same[c].first);
      EXPECT_EQ(active[c].count, same[c].count);
      EXPECT_EQ(active[c].total, 6);
    }
    const la::Matrix Z = with.assembledActive(), again = without.assembledActive();
    const Eigen::MatrixXd left = entriesOf(Z.get());
    EXPECT_EQ(left.rows(), with.numVariables() + 12);
    EXPECT_EQ((left - entriesOf(again.get())).norm(), 0.0);
    EXPECT_GT(left.rowwise().norm().minCoeff(), 0.0);
    // The right-hand side has the same entries.
    const la::IndexSet entries = with.activeEntries();
    const la::Vector d = with.d();
    Vec part = nullptr;
    PetscInt size = 0;
    TENON_PETSC(VecGetSubVector(d.get(), entries.get(), &part));
    TENON_PETSC(VecGetSize(part, &size));
    EXPECT_EQ(size, left.rows());
    EXPECT_DOUBLE_EQ(norm(part), norm(d.get()));  // nothing is lost
    TENON_PETSC(VecRestoreSubVector(d.get(), entries.get(), &part));
    const la::IndexSet multipliers = with.activeMultipliers();
    TENON_PETSC(ISGetSize(multipliers.get(), &size));
    EXPECT_EQ(size, 12);
  }
}

TEST(Inactive, ExtractionMayOmitThem) {
  const Selection all{{}, true}, active{{}, true, RowKind::active};
  for (const int partition : deals) {
    const auto with = held(partition, First::off), without = held(partition, First::missing);
    for (const Selection& of : {active, Selection{"side", true, RowKind::active}}) {
      const Eigen::MatrixXd G = entriesOf(jacobianOf(*with, of).get()), C = entriesOf(complianceOf(*with, of).get());
      EXPECT_EQ(G.rows(), of.contributor.empty() ? 12 : 6);
      EXPECT_GT(G.rowwise().norm().minCoeff(), 0.0);
      EXPECT_EQ((G - entriesOf(jacobianOf(*without, of).get())).norm(), 0.0);
      EXPECT_EQ(C.rows(), G.rows());
      EXPECT_EQ(C.cols(), G.rows());
    }
    EXPECT_EQ(entriesOf(jacobianOf(*with, all).get()).rows(), 27);
    // Nonzero multipliers of inactive constraints would be detected.
    std::vector<std::vector<double>> lambda;
    for (const auto& constraint : with->constraints())
      lambda.emplace_back(static_cast<std::size_t>(constraint->numRows()), lambda.empty() ? 1000.0 : 1.0);
    EXPECT_DOUBLE_EQ(norm(multipliersOf(*with, lambda, active).get()), std::sqrt(12.0));
    const auto groups = multiplierRowsOf(*with, active);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].first, 0);
    EXPECT_EQ(groups[1].first, groups[0].count);
    EXPECT_EQ(static_cast<std::size_t>(groups[1].first + groups[1].count), selectedRows(*with, active).size());
  }
}

TEST(Inactive, RefusalOfConstrainedSlavesAppliesWhenSwitchedOn) {
  const auto mechanics = held(0, First::off);
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  EXPECT_THAT(refusal([&] { descriptor.setActive("off", true); }),
              HasSubstr("For 3 of 9 rows of constraint 'off', conditions constrain the slave, in conflict with "
                        "`on_prescribed: refuse`"));
  EXPECT_FALSE(mechanics->constraints()[0]->active);
  EXPECT_EQ(refusal([&] { descriptor.setActive("side", false); }), "");
  EXPECT_EQ(refusal([&] { descriptor.setActive("side", true); }), "");
}

}  // namespace
}  // namespace tenon::system
