// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "contributor.hpp"
#include "la/assembly/MatrixAssembly.hpp"

// Element matrices of three and four nodes are summed in chunks (src/la/assembly/ChunkedSlots.hpp)
// before they are added to the matrix. These tests use several chunks, a last chunk that is not
// full, and tables that are assembled without chunks.
namespace tenon::la {
namespace {

using testing::Contributor;
using testing::dense;
using testing::makeState;
using testing::Part;
using testing::world;

// Returns a grid of nx x ny squares, each divided into two triangles. With `shuffled` the cells are
// in random order, so that neighbours are far apart in memory.
Part triangleGrid(PetscInt nx, PetscInt ny, bool shuffled) {
  std::vector<std::vector<PetscInt>> cells;
  for (PetscInt j = 0; j < ny; ++j)
    for (PetscInt i = 0; i < nx; ++i) {
      const PetscInt n = j * (nx + 1) + i, m = n + nx + 1;
      cells.push_back({n, n + 1, m + 1});
      cells.push_back({m + 1, m, n});
    }
  if (shuffled) std::shuffle(cells.begin(), cells.end(), std::mt19937(3));
  return testing::distribute(world(), (nx + 1) * (ny + 1), std::move(cells));
}

struct Variant {
  ElementSymmetry symmetry;
  int block;
  bool shuffled;
};

class Chunks : public ::testing::TestWithParam<Variant> {};

// Three element tables on the same rows, with different factors: all triangles, the first
// half of the triangles again, and one line along a side of each triangle. The first
// two tables begin at the same address.
struct Sheet {
  explicit Sheet(const Variant& v)
      : part(triangleGrid(17, 12, v.shuffled)),
        state(makeState("sheet", part, v.block)),
        all{&part, &state, v.symmetry},
        half(all) {
    half.table.num_elements /= 2;
    const ElementTable& t = all.table;
    for (LocalIndex e = 0; e < t.num_elements; ++e) sides.insert(sides.end(), {t.nodes[3 * e], t.nodes[3 * e + 1]});
    lines = Contributor{&part, &state, v.symmetry, {sides.data(), 2, t.num_elements}};
  }
  void contribute(const Contributions& to) const {
    auto K = to.stiffness(-2.0);
    all.addElements(K.forceOn(state).byPositionOf(state));
    lines.addElements(K.forceOn(state).byPositionOf(state));
    auto M = to.mass(0.25);
    half.addElements(M.on(state));
  }

  Part part;
  State state;
  Contributor all, half, lines = all;
  std::vector<LocalIndex> sides;
};

TEST_P(Chunks, equalBlockedInsertionAndRepeatBitwise) {
  const Sheet sheet(GetParam());
  const auto contribute = [&](const Contributions& to) { sheet.contribute(to); };
  const auto layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&sheet.state});
  MatrixAssembly blocked(layout, Insertion::blocked), slots(layout, Insertion::slots);
  for (auto* assembly : {&blocked, &slots}) {
    assembly->record(contribute);
    assembly->assemble(contribute);
  }
  const Eigen::MatrixXd expected = dense(world(), blocked.matrix().get()), got = dense(world(), slots.matrix().get());
  EXPECT_GT(expected.norm(), 1.0);
  EXPECT_LE((got - expected).norm(), 1e-13 * expected.norm());
  for (int repeat = 0; repeat < 3; ++repeat) {
    slots.assemble(contribute);
    EXPECT_EQ(dense(world(), slots.matrix().get()), got);  // bitwise equal
  }
}

TEST_P(Chunks, restartAfterAnAbandonedDelivery) {
  const Sheet sheet(GetParam());
  const auto contribute = [&](const Contributions& to) { sheet.contribute(to); };
  MatrixAssembly assembly(std::make_shared<CombinedLayout>(std::vector<const State*>{&sheet.state}), Insertion::slots);
  assembly.record(contribute);
  assembly.assemble(contribute);
  const Eigen::MatrixXd expected = dense(world(), assembly.matrix().get());
  EXPECT_THROW(assembly.assemble([&](const Contributions& to) {
    auto K = to.stiffness(1.0);
    K.forceOn(sheet.state)
        .byPositionOf(sheet.state)
        .addElements(sheet.all.table, sheet.state.block(), sheet.all.symmetry, [](LocalIndex first, int, Lane*) {
          if (first >= 3 * base::num_lanes) throw base::InternalError("given up");
        });
    throw base::InternalError("given up");  // throws on ranks with few elements
  }),
               base::InternalError);
  assembly.assemble(contribute);
  EXPECT_EQ(dense(world(), assembly.matrix().get()), expected);
}

std::vector<Variant> allVariants() {
  std::vector<Variant> all;
  for (const auto symmetry : {ElementSymmetry::general, ElementSymmetry::symmetric})
    for (const int block : {1, 2, 3})
      for (const bool shuffled : {false, true}) all.push_back({symmetry, block, shuffled});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Slots, Chunks, ::testing::ValuesIn(allVariants()), [](const auto& test) {
  const Variant& v = test.param;
  return std::string(v.symmetry == ElementSymmetry::symmetric ? "Symmetric" : "General") + std::to_string(v.block) +
         (v.shuffled ? "Shuffled" : "InOrder");
});

}  // namespace
}  // namespace tenon::la
