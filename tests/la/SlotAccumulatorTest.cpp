// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/SlotAccumulator.hpp"

#include <gtest/gtest.h>

#include "contributor.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::la {
namespace {

using testing::Contributor;
using testing::dense;
using testing::makeState;
using testing::referenceOf;
using testing::world;

// Sheet of elements with a fixed pattern. Verifies that deviations between recording and assembly
// are reported and not written into the matrix.
struct Sheet {
  testing::Part part = testing::quadGrid(base::Communicator::self(), 3, 3);
  State state = makeState("sheet", part, 2);
  std::shared_ptr<CombinedLayout> layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
  Contributor contributor{&part, &state, ElementSymmetry::symmetric};
  MatrixAssembly assembly{layout, Insertion::slots, {PatternPolicy::reject, IndexChecking::off}};

  void contribute(const Contributions& to) const {
    contributor.addElements(to.stiffness(1.0).forceOn(state).byPositionOf(state));
  }
  void record() {
    assembly.record([this](const Contributions& to) { contribute(to); });
  }
  std::string errorOf(const MatrixAssembly::Contribute& contribute) {
    try {
      assembly.assemble(contribute);
    } catch (const base::InternalError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST(SlotAccumulator, noticesAConnectivityThatChanged) {
  Sheet sheet;
  const auto contribute = [&](const Contributions& to) { sheet.contribute(to); };
  sheet.record();
  EXPECT_EQ(sheet.errorOf(contribute), "no error");
  std::swap(sheet.part.nodes[0], sheet.part.nodes[1]);
  EXPECT_EQ(
      sheet.errorOf(contribute),
      "The pattern of the matrix is fixed, but a contributor changed it: The connectivity of 9 elements of 4 nodes, "
      "added to the matrix with the rows of \"sheet\" and the columns of \"sheet\", has changed since its slots were "
      "found for 9 elements of 4 "
      "nodes.");
  std::swap(sheet.part.nodes[0], sheet.part.nodes[1]);
  sheet.contributor.table.num_elements = 8;
  EXPECT_NE(sheet.errorOf(contribute).find("8 elements of 4 nodes"), std::string::npos);
  sheet.record();
  EXPECT_EQ(sheet.errorOf(contribute), "no error");
}

TEST(SlotAccumulator, distinguishesTablesAtOneAddress) {
  Sheet sheet;
  Contributor first_half = sheet.contributor;
  first_half.table.num_elements = 4;
  const auto contribute = [&](const Contributions& to) {
    sheet.contribute(to);
    first_half.addElements(to.stiffness(-1.0).forceOn(sheet.state).byPositionOf(sheet.state));
  };
  sheet.assembly.record(contribute);
  EXPECT_EQ(sheet.errorOf(contribute), "no error");
  const Eigen::MatrixXd both = dense(base::Communicator::self(), sheet.assembly.matrix().get());
  auto last_half = sheet.part;
  last_half.all_cells.erase(last_half.all_cells.begin(), last_half.all_cells.begin() + 4);
  const Eigen::MatrixXd expected = referenceOf(last_half, 2, true);
  EXPECT_LE((both - expected).norm(), 1e-13 * expected.norm());
}

TEST(SlotAccumulator, noticesBlocksOutsideThePattern) {
  Sheet sheet;
  sheet.record();
  const base::Mat2 block = base::Mat2::Ones();
  EXPECT_NE(sheet
                .errorOf([&](const Contributions& to) {
                  auto K = to.stiffness(1.0);
                  K.forceOn(sheet.state).byPositionOf(sheet.state)(0, 15) += block;
                })
                .find("The block with the row of node 0 of \"sheet\" and the column of node 15 of \"sheet\" (local "
                      "numbers) is not in the "
                      "recorded"),
            std::string::npos);
  const std::vector<LocalIndex> far{0, 15};
  EXPECT_NE(sheet
                .errorOf([&](const Contributions& to) {
                  auto K = to.stiffness(1.0);
                  K.forceOn(sheet.state)
                      .byPositionOf(sheet.state)
                      .addElements({far.data(), 2, 1}, 2, ElementSymmetry::general, [](LocalIndex, int, Lane*) {});
                })
                .find("Element 0 of a table of 1 element of 2 nodes"),
            std::string::npos);
}

TEST(SlotAccumulator, findsBlocksInAnyOrder) {
  Sheet sheet;
  sheet.record();
  const base::Mat2 block = base::Mat2::Ones();
  const auto pass = [&](const std::vector<LocalIndex>& columns) {
    sheet.assembly.assemble([&](const Contributions& to) {
      auto K = to.stiffness(1.0);
      for (const LocalIndex column : columns)
        K.forceOn(sheet.state).byPositionOf(sheet.state)(5, column) += (column + 1.0) * block;
    });
    return dense(base::Communicator::self(), sheet.assembly.matrix().get());
  };
  for (const auto& columns : std::vector<std::vector<LocalIndex>>{{0, 1, 2, 4}, {4, 2}, {2, 1, 0, 4, 5, 6}}) {
    const Eigen::MatrixXd got = pass(columns);
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(32, 32);
    for (const LocalIndex column : columns) expected.block<2, 2>(10, 2 * column).setConstant(column + 1.0);
    EXPECT_EQ(got, expected);
  }
}

TEST(SlotAccumulator, detectsMissingElements) {
  Sheet sheet;
  sheet.record();
  const std::vector<Lane> matrix(64, base::allLanes(1.0));
  const auto deliver = [&](LocalIndex first, int count) {
    return sheet.errorOf([&](const Contributions&) {
      SlotAccumulator slots(*sheet.layout, 0, 0, sheet.assembly.matrix());
      slots.begin();
      slots.beginElements(sheet.part.table(), sheet.part.table(), {2, 2}, ElementSymmetry::general);
      slots.addElements(first, count, matrix.data());
      slots.end();
    });
  };
  EXPECT_EQ(deliver(0, 8), "A table of 9 elements of 4 nodes was added to the matrix only up to element 8.");
  EXPECT_EQ(deliver(8, 1), "Elements 8 to 8 were added to the matrix where element 0 was expected.");
}

TEST(SlotAccumulator, servesRowsTooLongForOneByte) {
  // Star-shaped mesh: one node with 300 neighbours, more than a 7-bit count.
  std::vector<std::vector<PetscInt>> cells;
  for (PetscInt n = 1; n <= 300; ++n) cells.push_back({0, n});
  const auto part = testing::distribute(world(), 301, cells);
  const State state = makeState("star", part, 2);
  const Contributor contributor{&part, &state, ElementSymmetry::general};
  MatrixAssembly assembly(std::make_shared<CombinedLayout>(std::vector<const State*>{&state}), Insertion::slots);
  const auto contribute = [&](const Contributions& to) {
    contributor.addElements(to.stiffness(1.0).forceOn(state).byPositionOf(state));
  };
  assembly.record(contribute);
  assembly.assemble(contribute);
  const Eigen::MatrixXd expected = referenceOf(part, 2, false);
  EXPECT_LE((dense(world(), assembly.matrix().get()) - expected).norm(), 1e-13 * expected.norm());
  EXPECT_GT(assembly.auxiliaryBytes(), 0U);
}

}  // namespace
}  // namespace tenon::la
