// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verifies that MappingFixture reports faulty mappings.
#include <gtest/gtest-spi.h>

#include "tenon/base/Communicator.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/testing/MappingFixture.hpp"

namespace tenon::mapping {
namespace {

using testing::Objects;

/// Mapping of every child node to the mean displacement of all parent nodes, divided by a number
/// that wrongly depends on the partition.
class MeanOfRank : public NodalWeights {
 public:
  MeanOfRank(const fem::Domain& child, const fem::Domain& parent)
      : NodalWeights("mean of rank", child.state, {&parent.state}, weights(child, parent)) {}

 private:
  static WeightTable weights(const fem::Domain& child, const fem::Domain& parent) {
    const mesh::Mesh& mesh = parent.mesh;
    std::vector<base::GlobalIndex> owned;
    for (base::LocalIndex node = 0; node < mesh.layout().numOwned(); ++node)
      owned.push_back(mesh.layout().global(node));
    WeightTable table;
    const auto all = mesh.comm().gatherAll(owned);
    for (base::LocalIndex node = 0; node < child.mesh.layout().numOwned(); ++node) {
      for (const base::GlobalIndex parent_node : all) table.add(0, parent_node, 1.0 / (1.0 + owned.size()));
      table.endNode();
    }
    return table;
  }
};

class MeanOfRankFixture : public testing::MappingFixture {
 public:
  using MappingFixture::expectConsistent;
  void TestBody() override {}

 protected:
  Mapping make(const Objects& objects) const override {
    return std::make_unique<MeanOfRank>(objects.find()("child"), objects.find()("parent"));
  }
  std::vector<testing::Box> boxes() const override {
    return {{"parent", mesh::CellType::hex8, {2, 2, 1}}, {"child", mesh::CellType::hex8, {1, 1, 1}}};
  }
};

TEST(MappingFixture, reportsMappingsThatDependOnThePartition) {
  ::testing::TestPartResultArray failures;
  {
    const ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    MeanOfRankFixture().expectConsistent();
  }
  const auto world = base::Communicator::world();
  const std::string of_rank = ", rank " + std::to_string(world.rank()) + " of " + std::to_string(world.size());
  bool is_reported = false;
  for (int i = 0; i < failures.size(); ++i) {
    const std::string message = failures.GetTestPartResult(i).message();
    is_reported |= message.find("differs from that on one rank") != std::string::npos;
    EXPECT_NE(message.find("partition "), std::string::npos) << message;
    EXPECT_NE(message.find(of_rank), std::string::npos) << message;
  }
  EXPECT_EQ(is_reported, base::Communicator::world().size() > 1);
  if (base::Communicator::world().size() == 1) {
    EXPECT_EQ(failures.size(), 0);
  }
}

}  // namespace
}  // namespace tenon::mapping
