// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Derives a class from each installed fixture outside tenon. CONTRIBUTING.md and
// docs/tutorials/custom-types.md contain the fixtures of forces and interactions.
#include <tenon/constraint/dirichlet/OnPlane.hpp>
#include <tenon/mapping/Embedded.hpp>
#include <tenon/mass/LumpedMass.hpp>
#include <tenon/testing/ConditionFixture.hpp>
#include <tenon/testing/MappingFixture.hpp>
#include <tenon/testing/MassFixture.hpp>
#include <tenon/testing/runTests.hpp>

class MyMassTest : public tenon::testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<tenon::mass::LumpedMass>(tenon::mass::Density{7.8, "", 1.0}, objects.domain());
  }
};
TEST_F(MyMassTest, isConsistent) {
  expectConsistent();
}

class MyConditionTest : public tenon::testing::ConditionFixture {
  Conditions make(const tenon::fem::FindDomain& find) const override {
    tenon::constraint::OnPlane::Data data;
    data.group = "xmin", data.normal = normal_;
    Conditions all;
    all.push_back(std::make_unique<tenon::constraint::OnPlane>(data, find("box")));
    data.group = "xmax", data.normal = {1, 0, 0};
    all.push_back(std::make_unique<tenon::constraint::OnPlane>(data, find("box")));
    for (const double y : {0.0, 1.0}) {
      data.group = "zmin", data.normal = {0, y, 1 - y};
      all.push_back(std::make_unique<tenon::constraint::OnPlane>(data, find("box")));
    }
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

class MyMappingTest : public tenon::testing::MappingFixture {
  Mapping make(const Objects& objects) const override {
    const tenon::mapping::Embedded::Data data{"box", 1e-6};
    return std::make_unique<tenon::mapping::Embedded>(data, objects.domain(1), objects.find());
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
