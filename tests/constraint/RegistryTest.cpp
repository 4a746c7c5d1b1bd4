// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/registry.hpp"

#include <gmock/gmock.h>

#include "constraint/ties/Mortar.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "objects.hpp"

namespace tenon::constraint {
namespace {

using base::CaseNode;
using base::Communicator;
using mesh::CellType;
using testing::among;
using testing::Object;

TEST(Registry, MakesConstraintsFromTheCase) {
  const Communicator world = Communicator::world();
  Object lower("lower", mesh::box(world, CellType::hex8, {2, 2, 1}));
  Object upper("upper", mesh::box(world, CellType::tet4, {3, 3, 1}, {0, 0, 1}, {1, 1, 2}));
  const fem::FindDomain find = among({&lower, &upper});
  ConstraintRegistry registry("constraint");
  registerConstraints(registry);
  EXPECT_THAT(registry.names(), ::testing::IsSupersetOf({"tie", "prescribed", "rigid"}));
  const auto make = [&](const std::string& text) { return registry.make(CaseNode::parse(text, "case.yaml"), find); };

  const auto tie = make("{type: tie, slave: {object: upper, group: zmin}, master: {object: lower, group: zmax}}");
  EXPECT_EQ(tie->name(), "tie_upper_zmin_lower_zmax");
  EXPECT_EQ(testing::numAllRows(*tie, world), 3 * 16);
  EXPECT_TRUE(tie->compliances().empty());
  EXPECT_NE(dynamic_cast<const Mortar*>(tie.get()), nullptr) << "what `tie` means unless the case says otherwise";
  const auto nodes =
      make("{type: tie, method: nodes, slave: {object: upper, group: zmin}, master: {object: lower, group: zmax}}");
  EXPECT_NE(dynamic_cast<const NodeTie*>(nodes.get()), nullptr);
  EXPECT_EQ(nodes->name(), tie->name());
  const auto hold = make("{type: prescribed, name: grip, object: lower, group: zmin, values: {x: 0.5}}");
  EXPECT_EQ(hold->name(), "grip");
  for (const double phi : testing::residual(*hold)) EXPECT_EQ(phi, -0.5);
  const auto rigid = make("{type: rigid, parts: [{object: lower, group: xmin}, {object: upper, group: xmin}]}");
  EXPECT_EQ(testing::numAllRows(*rigid, world), 3 * (6 + 8) - 6);
  EXPECT_EQ(rigid->carrier(), nullptr);

  testing::expectInputError([&] { make("{type: tei}"); }, {"did you mean 'tie'"});
  testing::expectInputError(
      [&] { make("{type: tie, slave: {object: upper, grup: a}, master: {object: lower, group: zmax}}"); },
      {"case.yaml:1", "grup", "group"});
  testing::expectInputError([&] { make("{type: prescribed, object: lower}"); }, {"'group' is missing"});
  testing::expectInputError(
      [&] {
        make(
            "{type: tie, slave: {object: upper, group: zmin}, "
            "master: {object: lower, group: zmax}, tolerance: -1}");
      },
      {"tolerance", "positive"});
}

TEST(Registry, MakesConditionsFromTheCase) {
  const Object cube("cube", mesh::box(Communicator::world(), CellType::hex8, {2, 2, 2}));
  ConditionRegistry registry("condition");
  registerConditions(registry);
  const auto make = [&](const std::string& text) {
    return registry.make(CaseNode::parse(text, "case.yaml"), cube.domain);
  };
  ConstrainedDofs held(cube.state);
  make("{type: fixed, group: zmin, components: [z]}")->constrain(held);
  make("{type: prescribed, group: zmax, values: {z: 0.1}, gradient: [[0,0,0],[0,0,0],[1,2,0]]}")->constrain(held);
  for (LocalIndex node = 0; node < cube.mesh.layout().numLocal(); ++node) {
    const base::Vec3 x = cube.place(node);
    EXPECT_FALSE(held.isConstrained(node, 0));
    EXPECT_EQ(held.isConstrained(node, 2), x[2] != 0.5);
    if (held.isConstrained(node, 2)) {
      EXPECT_DOUBLE_EQ(held.value(node, 2), x[2] == 0 ? 0 : 0.1 + x[0] + 2 * x[1]);
    }
  }
}

}  // namespace
}  // namespace tenon::constraint
