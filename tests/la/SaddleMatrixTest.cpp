// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/matrices/SaddleMatrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "dense.hpp"
#include "grid.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "la/matrices/ConstraintMatrix.hpp"

namespace tenon::la {
namespace {

using testing::dense;
using testing::makeState;
using testing::world;

// Plane chain of springs whose first node has a soft support. Constraints
// couple distant nodes with near ones.
struct TiedChain {
  static constexpr PetscInt num_nodes = 10;
  testing::Part part = testing::chain(world(), num_nodes);
  State state = makeState("chain", part, 2);
  std::shared_ptr<CombinedLayout> layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
  MatrixAssembly assembly{layout, Insertion::slots};

  TiedChain() {
    const auto contribute = [this](const Contributions& to) {
      to.stiffness(1.0).forceOn(state).byPositionOf(state).addElements(
          part.table(), 2, ElementSymmetry::symmetric, [](LocalIndex, int, Lane* matrix) {
            for (int k = 0; k < 16; ++k) matrix[k] = base::allLanes(0.0);
            for (int i = 0; i < 2; ++i) {
              matrix[i * 3] = matrix[12 + i * 3] = base::allLanes(2.0 + i);  // blocks (0, 0) and (1, 1)
              matrix[4 + i * 3] = base::allLanes(-1.0 - i);                  // block (0, 1)
            }
          });
    };
    assembly.record(contribute);
    assembly.assemble(contribute);
  }

  // Returns the groups of multipliers. Rank 0 owns two multipliers of "tie" and every other rank
  // one. The last rank owns the multiplier of "rod".
  std::vector<NamedRows> groups() const {
    const LocalIndex of_tie = world().rank() == 0 ? 2 : 1;
    return {{"tie", 0, of_tie}, {"rod", of_tie, world().rank() + 1 == world().size() ? 1 : 0}};
  }
  std::vector<ConstraintEntry> entries() const {
    std::vector<ConstraintEntry> all;
    const auto add = [&](LocalIndex row, PetscInt node, int component, double value) {
      all.push_back({row, GlobalIndex(2 * node + component), value});
    };
    const PetscInt r = world().rank();
    add(0, num_nodes - 1 - r, 0, 1.0);  // u_x(far) - u_x(r) = 0; this rank usually has no copy of the far node
    add(0, r, 0, -1.5);
    add(0, r, 0, 0.5);  // added to the previous entry
    if (r == 0) add(1, 5, 1, 2.0);
    if (r + 1 == world().size()) {
      const LocalIndex rod = r == 0 ? 2 : 1;
      add(rod, 3, 1, 1.0);
      add(rod, 7, 1, 1.0);
    }
    return all;
  }
  // Returns the dense G, with rows in the order of their owners.
  Eigen::MatrixXd reference() const {
    const int ranks = world().size();
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(ranks + 2, 2 * num_nodes);
    Eigen::Index row = 0;
    for (int r = 0; r < ranks; ++r) {
      G(row, 2 * (num_nodes - 1 - r)) += 1.0;
      G(row++, 2 * r) -= 1.0;
      if (r == 0) G(row++, 2 * 5 + 1) = 2.0;
    }
    G(row, 2 * 3 + 1) = G(row, 2 * 7 + 1) = 1.0;
    return G;
  }
};

TEST(ConstraintMatrix, holdsTheEntriesAndTheirTranspose) {
  const TiedChain chain;
  const ConstraintMatrix G(*chain.layout, chain.groups(), chain.entries());
  EXPECT_EQ(G.numRows(), world().size() + 2);
  EXPECT_EQ(dense(world(), G.get()), chain.reference());
  EXPECT_EQ(dense(world(), G.transpose()), chain.reference().transpose());
  MatInfo info;
  TENON_PETSC(MatGetInfo(G.get(), MAT_GLOBAL_SUM, &info));
  EXPECT_EQ(info.mallocs, 0.0);
}

TEST(ConstraintMatrix, omitsConstrainedColumnsOfAllRanks) {
  const TiedChain chain;
  const Layout& layout = chain.layout->layout();
  std::vector<char> constrained(static_cast<std::size_t>(2 * layout.numLocal()), 0);
  for (LocalIndex n = 0; n < layout.numOwned(); ++n)  // only the owner sets the flag
    if (layout.global(n).value() >= 7) constrained[static_cast<std::size_t>(2 * n)] = 1;
  const ConstraintMatrix G(*chain.layout, chain.groups(), chain.entries(), constrained);
  Eigen::MatrixXd expected = chain.reference();
  for (const Eigen::Index n : {7, 8, 9}) expected.col(2 * n).setZero();
  EXPECT_EQ(dense(world(), G.get()), expected);
  EXPECT_EQ(dense(world(), G.transpose()), expected.transpose());
}

TEST(ConstraintMatrix, refusesEntriesOutsideOnAllRanks) {
  const TiedChain chain;
  std::vector<ConstraintEntry> entries = chain.entries();
  if (world().rank() + 1 == world().size()) entries.push_back({0, GlobalIndex(2 * TiedChain::num_nodes), 1.0});
  EXPECT_THROW(ConstraintMatrix(*chain.layout, chain.groups(), entries), base::InternalError);
}

// Fills a vector on all rows. The values are the same on any number of ranks, up to the numbering.
void fill(Vec vector) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first, &last));
  for (PetscInt row = first; row < last; ++row)
    TENON_PETSC(VecSetValue(vector, row, std::sin(1.0 + static_cast<double>(row)), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(vector));
  TENON_PETSC(VecAssemblyEnd(vector));
}

double distance(Vec a, Vec b) {
  Vector difference;
  TENON_PETSC(VecDuplicate(a, difference.out()));
  TENON_PETSC(VecWAXPY(difference.get(), -1.0, a, b));
  double norm = 0.0;
  TENON_PETSC(VecNorm(difference.get(), NORM_2, &norm));
  return norm;
}

TEST(SaddleMatrix, numbersNestAndAijAlikeAndMultipliesAlike) {
  const TiedChain chain;
  const ConstraintMatrix G(*chain.layout, chain.groups(), chain.entries());
  for (const bool compliant : {false, true}) {
    const std::vector<double> compliance(compliant ? static_cast<std::size_t>(G.numOwnedRows()) : 0, 0.5);
    const SaddleMatrix saddle(*chain.layout, chain.assembly.matrix(), G, compliance);
    const Matrix aij = saddle.convertToAij();
    const Vector x = saddle.makeVector(), by_nest = saddle.makeVector(), by_aij = saddle.makeVector();
    fill(x.get());
    TENON_PETSC(MatMult(saddle.get(), x.get(), by_nest.get()));
    TENON_PETSC(MatMult(aij.get(), x.get(), by_aij.get()));
    EXPECT_LE(distance(by_nest.get(), by_aij.get()), 1e-14);

    // Compares both products with those of the blocks: A u + G^T l and G u - C l.
    const Vector u = chain.layout->makeVector(), l = G.makeVector(), f = chain.layout->makeVector(), g = G.makeVector();
    saddle.split(x.get(), u.get(), l.get());
    TENON_PETSC(MatMult(chain.assembly.matrix().get(), u.get(), f.get()));
    TENON_PETSC(MatMultTransposeAdd(G.get(), l.get(), f.get(), f.get()));
    TENON_PETSC(MatMult(G.get(), u.get(), g.get()));
    TENON_PETSC(VecAXPY(g.get(), compliant ? -0.5 : 0.0, l.get()));
    const Vector joined = saddle.makeVector();
    saddle.join(f.get(), g.get(), joined.get());
    EXPECT_LE(distance(by_nest.get(), joined.get()), 1e-14);
  }
}

TEST(SaddleMatrix, storesTheDiagonalOfMultipliersAndIsSolvedByMumps) {
  const TiedChain chain;
  const ConstraintMatrix G(*chain.layout, chain.groups(), chain.entries());
  const SaddleMatrix saddle(*chain.layout, chain.assembly.matrix(), G);
  const Matrix aij = saddle.convertToAij();
  PetscBool missing = PETSC_TRUE;
  TENON_PETSC(MatMissingDiagonal(aij.get(), &missing, nullptr));
  EXPECT_EQ(missing, PETSC_FALSE);

  LinearSolver solver;
  PC direct = nullptr;
  TENON_PETSC(KSPCreate(world().mpi(), solver.out()));
  TENON_PETSC(KSPSetOperators(solver.get(), aij.get(), aij.get()));
  TENON_PETSC(KSPSetType(solver.get(), KSPPREONLY));
  TENON_PETSC(KSPGetPC(solver.get(), &direct));
  TENON_PETSC(PCSetType(direct, PCLU));
  TENON_PETSC(PCFactorSetMatSolverType(direct, MATSOLVERMUMPS));
  const Vector x = saddle.makeVector(), b = saddle.makeVector(), again = saddle.makeVector();
  fill(x.get());
  TENON_PETSC(MatMult(saddle.get(), x.get(), b.get()));
  TENON_PETSC(KSPSolve(solver.get(), b.get(), again.get()));
  EXPECT_LE(distance(x.get(), again.get()), 1e-11);
}

// One rank owns all multipliers. Verifies G, its transpose, the
// nested matrix and the monolithic matrix.
TEST(SaddleMatrix, NeedsMultipliersOnOneRankOnly) {
  const TiedChain chain;
  for (const int owner : {0, world().size() - 1}) {
    const bool mine = world().rank() == owner;
    std::vector<ConstraintEntry> entries;
    if (mine) entries = {{0, GlobalIndex(0), 1.0}, {0, GlobalIndex(18), -1.0}, {1, GlobalIndex(9), 2.0}};
    const ConstraintMatrix G(*chain.layout, {{"rods", 0, mine ? 2 : 0}}, entries);
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(2, 20);
    expected(0, 0) = 1.0, expected(0, 18) = -1.0, expected(1, 9) = 2.0;
    EXPECT_EQ(G.numRows(), 2);
    EXPECT_EQ(G.numOwnedRows(), mine ? 2 : 0);
    EXPECT_EQ(dense(world(), G.get()), expected);
    EXPECT_EQ(dense(world(), G.transpose()), expected.transpose());
    PetscInt size = 0;
    TENON_PETSC(ISGetLocalSize(G.multiplierIndexSet(0).get(), &size));
    EXPECT_EQ(size, mine ? 2 : 0);

    const SaddleMatrix saddle(*chain.layout, chain.assembly.matrix(), G, std::vector<double>(mine ? 2 : 0, 0.5));
    const Matrix aij = saddle.convertToAij();
    const Vector x = saddle.makeVector(), by_nest = saddle.makeVector(), by_aij = saddle.makeVector();
    const Vector u = chain.layout->makeVector(), l = G.makeVector(), f = chain.layout->makeVector(), g = G.makeVector();
    fill(x.get());
    TENON_PETSC(MatMult(saddle.get(), x.get(), by_nest.get()));
    TENON_PETSC(MatMult(aij.get(), x.get(), by_aij.get()));
    EXPECT_LE(distance(by_nest.get(), by_aij.get()), 1e-14);
    saddle.split(x.get(), u.get(), l.get());
    TENON_PETSC(MatMult(chain.assembly.matrix().get(), u.get(), f.get()));
    TENON_PETSC(MatMultTransposeAdd(G.get(), l.get(), f.get(), f.get()));
    TENON_PETSC(MatMult(G.get(), u.get(), g.get()));
    TENON_PETSC(VecAXPY(g.get(), -0.5, l.get()));
    const Vector joined = saddle.makeVector();
    saddle.join(f.get(), g.get(), joined.get());
    EXPECT_LE(distance(by_nest.get(), joined.get()), 1e-14);
  }
}

TEST(SaddleMatrix, namesItsIndexSets) {
  const TiedChain chain;
  const ConstraintMatrix G(*chain.layout, chain.groups(), chain.entries());
  const SaddleMatrix saddle(*chain.layout, chain.assembly.matrix(), G);
  const std::map<std::string, PetscInt> sizes{
      {"chain", 20}, {"displacement", 20}, {"multipliers", G.numRows()}, {"rod", 1}, {"tie", G.numRows() - 1}};
  ASSERT_EQ(saddle.indexSets().size(), sizes.size());
  for (const auto& [name, set] : saddle.indexSets()) {
    const char* own_name = nullptr;
    PetscInt size = 0;
    TENON_PETSC(PetscObjectGetName(reinterpret_cast<PetscObject>(set.get()), &own_name));
    TENON_PETSC(ISGetSize(set.get(), &size));
    EXPECT_EQ(own_name, name);
    EXPECT_EQ(size, sizes.at(name)) << name;
  }
  // The index set of "rod" contains the last row of G.
  const IndexSet of_rod = G.multiplierIndexSet(1);
  PetscInt row = -1;
  const PetscInt* rows = nullptr;
  TENON_PETSC(ISGetIndices(of_rod.get(), &rows));
  if (world().rank() + 1 == world().size()) row = rows[0];
  TENON_PETSC(ISRestoreIndices(of_rod.get(), &rows));
  EXPECT_EQ(world().max(row), G.numRows() - 1);
}

}  // namespace
}  // namespace tenon::la
