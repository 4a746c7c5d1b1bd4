// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Derives a class from each installed fixture outside tenon. CONTRIBUTING.md and
// docs/tutorials/custom-types.md contain the fixtures of forces and interactions.
#include <tenon/base/Communicator.hpp>
#include <tenon/constraint/dirichlet/GroupCondition.hpp>
#include <tenon/fem/ObjectGroup.hpp>
#include <tenon/mapping/NodalWeights.hpp>
#include <tenon/mass/ConsistentMass.hpp>
#include <tenon/testing/ConditionFixture.hpp>
#include <tenon/testing/MappingFixture.hpp>
#include <tenon/testing/MassFixture.hpp>
#include <tenon/testing/runTests.hpp>

class MyMassTest : public tenon::testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<tenon::mass::ConsistentMass>(tenon::mass::Density{7.8, "", 1.0}, objects.domain());
  }
};
TEST_F(MyMassTest, isConsistent) {
  expectConsistent();
}

/// Condition that keeps the nodes of a group in planes with a given normal.
class MyPlane : public tenon::constraint::GroupCondition {
 public:
  MyPlane(const std::string& group, const tenon::base::Vec3& normal, const tenon::fem::Domain& domain)
      : GroupCondition("my-plane", group, domain), normal_(normal.normalized()) {}
  void constrainDirections(tenon::constraint::ObliqueDirections& directions) const override {
    for (const auto node : nodes()) directions.addDirection(state(), node, normal_, 0.0, *this);
  }

 private:
  tenon::base::Vec3 normal_;
};

class MyConditionTest : public tenon::testing::ConditionFixture {
  Conditions make(const tenon::fem::FindDomain& find) const override {
    Conditions all;
    const auto add = [&](const std::string& group, const tenon::base::Vec3& normal) {
      all.push_back(std::make_unique<MyPlane>(group, normal, find("box")));
    };
    add("xmin", normal_), add("xmax", {1, 0, 0});
    add("zmin", {0, 0, 1}), add("zmin", {0, 1, 0});
    return all;
  }
  /// Returns the number of constrained directions: one at each of the 6 nodes of either end and two
  /// at each of the 9 nodes of the bottom.
  int numConstrained() const override { return 6 + 6 + 2 * 9; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& residuals) const override {
    const auto add = [&](const std::string& group, const tenon::base::Vec3& normal) {
      forNodes(one, 0, group, [&](std::int64_t position, const tenon::base::Vec3&) {
        residuals.push_back(normal.dot(at(one, u, 0, position)));
      });
    };
    add("xmin", normal_.normalized()), add("xmax", {1, 0, 0});
    add("zmin", {0, 1, 0}), add("zmin", {0, 0, 1});
  }
  tenon::base::Vec3 normal_{1, 2, -0.5};
};
TEST_F(MyConditionTest, isConsistent) {
  expectConsistent();
}

/// Mapping in which each node follows the mean displacement of the nodes of a group.
class MyMapping : public tenon::mapping::NodalWeights {
 public:
  MyMapping(const std::string& group, const tenon::fem::Domain& child, const tenon::fem::Domain& parent)
      : NodalWeights("my mapping", child.state, {&parent.state}, weights(group, child, parent)) {}

 private:
  static tenon::mapping::WeightTable weights(const std::string& group, const tenon::fem::Domain& child,
                                             const tenon::fem::Domain& parent) {
    std::vector<tenon::base::GlobalIndex> owned;
    for (const auto node : tenon::fem::ownedNodes(parent, group)) owned.push_back(parent.mesh.layout().global(node));
    const auto nodes = parent.mesh.comm().gatherAll(owned);
    tenon::mapping::WeightTable table;
    for (int i = 0; i < child.mesh.layout().numOwned(); ++i) {
      for (const auto node : nodes) table.add(0, node, 1.0 / static_cast<double>(nodes.size()));
      table.endNode();
    }
    return table;
  }
};

class MyMappingTest : public tenon::testing::MappingFixture {
  Mapping make(const Objects& objects) const override {
    return std::make_unique<MyMapping>("xmax", objects.domain(1), objects.domain());
  }
  std::vector<Box> boxes() const override {
    return {{"box"}, {"inner", tenon::mesh::CellType::tet4, {1, 1, 1}, {0.2, 0.3, 0.25}, {0.7, 0.6, 0.75}}};
  }
};
TEST_F(MyMappingTest, isConsistent) {
  expectConsistent();
}

int main(int argc, char** argv) {
  return tenon::testing::runTests(argc, argv);
}
