// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/NodeTuples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fem/nodesOfTags.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::fem {
namespace {

using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::Objects;

const std::vector<Box> boxes{{"a", CellType::hex8, {3, 2, 2}}, {"b", CellType::tet4, {2, 2, 1}, {2, 0, 0}, {3, 1, 1}}};

base::Communicator world() {
  return base::Communicator::world();
}

/// Returns the tuples on this rank as node positions in the mesh file,
/// either all tuples or the owned ones only.
std::vector<std::vector<long long>> positionsOfTuples(const Objects& objects, const NodeTuples& tuples,
                                                      bool owned_only) {
  const auto a = positionsOf(objects.domain(0)), b = positionsOf(objects.domain(1));
  std::vector<std::vector<long long>> list;
  for (LocalIndex i = 0; i < tuples.size(); ++i)
    if (!owned_only || tuples.isOwned(i))
      list.push_back({a[static_cast<std::size_t>(tuples[i][0])], b[static_cast<std::size_t>(tuples[i][1])]});
  return list;
}

class Tuples : public ::testing::TestWithParam<int> {};

TEST_P(Tuples, areOwnedOnceAndPresentOnTheOwnersOfTheirNodes) {
  Objects objects(world(), boxes, GetParam());
  const Domain &a = objects.domain(0), &b = objects.domain(1);
  // Each third node of a is paired with a distant node of b, twice. The last rank passes all pairs,
  // whichever rank owns the nodes.
  std::vector<std::int64_t> first, second;
  for (int repeat = 0; repeat < 2; ++repeat)
    for (int i = 0; i < 36; i += 3) first.push_back(1 + i), second.push_back(1 + (7 * i) % 18);
  const auto nodes_a = nodesOfTags(a, first, "test"), nodes_b = nodesOfTags(b, second, "test");
  std::vector<GlobalIndex> nodes;
  if (world().rank() == world().size() - 1)
    for (std::size_t i = 0; i < first.size(); ++i) nodes.push_back(nodes_a[i]), nodes.push_back(nodes_b[i]);
  const NodeTuples tuples({&a, &b}, nodes);

  std::vector<std::vector<long long>> expected;
  for (std::size_t i = 0; i < first.size(); ++i) expected.push_back({first[i] - 1, second[i] - 1});
  std::sort(expected.begin(), expected.end());
  std::vector<long long> flat;
  for (const auto& tuple : positionsOfTuples(objects, tuples, true))
    flat.insert(flat.end(), tuple.begin(), tuple.end());
  std::vector<std::vector<long long>> owned;
  const auto all = world().gatherAll(flat);
  for (std::size_t i = 0; i < all.size(); i += 2) owned.push_back({all[i], all[i + 1]});
  std::sort(owned.begin(), owned.end());
  EXPECT_EQ(owned, expected);

  const auto known = positionsOfTuples(objects, tuples, false);
  EXPECT_TRUE(std::is_sorted(known.begin(), known.end()));
  std::size_t num_touching = 0;
  for (std::size_t i = 0; i < first.size(); ++i)
    num_touching += a.state.layout().isOwned(nodes_a[i]) || b.state.layout().isOwned(nodes_b[i]) ? 1 : 0;
  EXPECT_EQ(known.size(), num_touching);
}

TEST_P(Tuples, nearestNodesMatchBruteForceSearch) {
  const Objects objects(world(), boxes, GetParam());
  const Domain &a = objects.domain(0), &b = objects.domain(1);
  const auto to = ownedNodes(b, "xmin");
  std::vector<Vec3> points;
  for (const LocalIndex node : ownedNodes(a, "all"))
    points.emplace_back(Eigen::Map<const Vec3>(a.mesh.points().data() + std::ptrdiff_t(3) * node));
  points.emplace_back(2.0, 0.5, 100.0);
  const auto found = NodeSearch(b, to).nearest(points);

  std::vector<double> candidates;
  for (const LocalIndex node : to) {
    const auto at = static_cast<std::size_t>(node);
    candidates.push_back(static_cast<double>(b.mesh.nodePositions()[at]));
    for (std::size_t c = 0; c < 3; ++c) candidates.push_back(b.mesh.points()[3 * at + c]);
  }
  candidates = world().gatherAll(candidates);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double best = 1e300, position = -1;
    for (std::size_t k = 0; k < candidates.size(); k += 4) {
      const double distance = (points[i] - Eigen::Map<const Vec3>(&candidates[k + 1])).norm();
      if (distance < best || (distance == best && candidates[k] < position)) best = distance, position = candidates[k];
    }
    EXPECT_EQ(found[i].distance, best);
    EXPECT_EQ(static_cast<double>(found[i].position), position);
  }
}

INSTANTIATE_TEST_SUITE_P(partitions, Tuples, ::testing::Values(0, 1, 2));

TEST(NodesOfTags, rejectsMissingNodeNumbers) {
  const Objects objects(world(), boxes, 1);
  EXPECT_EQ(nodesOfTags(objects.domain(), {}, "test").size(), 0U);
  const auto nodes = nodesOfTags(objects.domain(), {36, 1, 36}, "test");
  EXPECT_EQ(nodes[0], nodes[2]);
  EXPECT_NE(nodes[0], nodes[1]);
  try {
    nodesOfTags(objects.domain(), {1, 37}, "springs");
    FAIL() << "no error";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("springs: a (box) has no node 37"));
  }
}

}  // namespace
}  // namespace tenon::fem
