// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/Distance.hpp"

#include <map>

#include "tenon/testing/MappingFixture.hpp"

namespace tenon::mapping {
namespace {

using base::GlobalIndex;
using mesh::CellType;
using testing::Box;
using testing::Objects;

/// Returns segments between distant nodes of a box, independently of the partition. Each owned node
/// is paired with the node whose number in the mesh is larger by half the number of nodes (modulo
/// this number). The segment of node 1 occurs twice.
std::vector<GlobalIndex> farSegments(const fem::Domain& domain) {
  const la::Layout& layout = domain.mesh.layout();
  const auto tags = domain.mesh.nodeTags().first(static_cast<std::size_t>(layout.numOwned()));
  const std::vector<std::int64_t> all =
      domain.mesh.comm().gatherAll(std::vector<std::int64_t>(tags.begin(), tags.end()));
  std::map<std::int64_t, PetscInt> node_of_tag;  // global numbers increase from rank to rank
  for (std::size_t i = 0; i < all.size(); ++i) node_of_tag[all[i]] = static_cast<PetscInt>(i);
  const auto count = static_cast<std::int64_t>(all.size());
  std::vector<GlobalIndex> nodes;
  for (const std::int64_t tag : tags) {
    const GlobalIndex a(node_of_tag.at(tag)), b(node_of_tag.at((tag - 1 + count / 2) % count + 1));
    nodes.insert(nodes.end(), {a, b});
    if (tag == 1) nodes.insert(nodes.end(), {a, b});
  }
  return nodes;
}

class DistanceIn : public testing::MappingFixture, public ::testing::WithParamInterface<CellType> {
 protected:
  Mapping make(const Objects& objects) const override {
    return std::make_unique<Distance>("lengths", objects.domain(), farSegments(objects.domain()));
  }
  std::vector<Box> boxes() const override { return {{"box", GetParam(), {3, 2, 2}}}; }
};

TEST_P(DistanceIn, isConsistent) {
  expectConsistent();
}

INSTANTIATE_TEST_SUITE_P(Dimensions, DistanceIn, ::testing::Values(CellType::tri3, CellType::hex8),
                         [](const auto& one) { return mesh::info(one.param).name; });

TEST(Distance, isTheChangeOfLength) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}}}, 0);
  la::State& state = objects.state();
  Distance distance("lengths", objects.domain(), farSegments(objects.domain()));
  for (double& u : state.displacement()) u = 0.0;
  for (std::size_t i = 0; i < state.displacement().size(); ++i) state.displacement()[i] = 0.5 * state.reference()[i];
  distance.updateChild();
  const la::State& child = distance.child();
  // Each length increases by half. The sum is compared with the sum over the given segments.
  double sum = 0.0, expected = 0.0;
  for (LocalIndex i = 0; i < child.layout().numOwned(); ++i) sum += child.displacement()[static_cast<std::size_t>(i)];
  const auto segments = farSegments(objects.domain());
  for (std::size_t s = 0; s < segments.size(); s += 2) {
    const LocalIndex a = state.layout().local(segments[s]), b = state.layout().local(segments[s + 1]);
    base::Vec3 between;
    for (int i = 0; i < 3; ++i)
      between[i] = state.reference()[static_cast<std::size_t>(3 * b + i)] -
                   state.reference()[static_cast<std::size_t>(3 * a + i)];
    expected += 0.5 * between.norm();
  }
  EXPECT_NEAR(objects.comm().sum(sum), objects.comm().sum(expected), 1e-12);
}

}  // namespace
}  // namespace tenon::mapping
