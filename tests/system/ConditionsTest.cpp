// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "ConditionTest.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/FixedDirection.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/dirichlet/guides.hpp"

// Every projective condition of single nodes in the fixture, alone and combined with others.
namespace tenon::constraint {
namespace {

class FixedTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<Fixed>(all, find("box"), {"xmin", {}});
    add<Fixed>(all, find("box"), {"xmax", {"y"}});
    return all;
  }
  int numConstrained() const override { return 18 + 6; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    for (int c = 0; c < 3; ++c) along(one, u, "xmin", Vec3::Unit(c), 0.0, violations);
    along(one, u, "xmax", Vec3::UnitY(), 0.0, violations);
  }
};
TEST_F(FixedTest, isConsistent) {
  expectConsistent();
}

class PrescribedTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    Prescribed::Data data;
    data.group = "xmax";
    data.values = {0.1, {}, -0.2};
    data.gradient << 0.1, 0.2, 0, 0, 0, 0, 0, 0.3, 0.1;
    data.history = base::History({{0, 0}, {2, 4}});
    add<Prescribed>(all, find("box"), data);
    return all;
  }
  double time() const override { return 0.5; }
  int numConstrained() const override { return 12; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    forNodes(one, 0, "xmax", [&](std::int64_t position, const Vec3& x) {
      violations.push_back(at(one, u, 0, position)[0] - (0.1 + 0.1 * x[0] + 0.2 * x[1]));
      violations.push_back(at(one, u, 0, position)[2] - (-0.2 + 0.3 * x[1] + 0.1 * x[2]));
    });
  }
};
TEST_F(PrescribedTest, isConsistent) {
  expectConsistent();
}

class OnPlaneTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    OnPlane::Data moving = plane("xmin", {1, 2, -2}, 0.3);
    moving.history = base::History({{0, 1}, {1, 0}});
    add<OnPlane>(all, find("box"), moving);
    return all;
  }
  double time() const override { return 0.75; }
  int numConstrained() const override { return 6; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    along(one, u, "xmin", {1, 2, -2}, 0.075, violations);
  }
};
TEST_F(OnPlaneTest, isConsistent) {
  expectConsistent();
}

/// Intersecting planes: both planes apply on the edge of xmin and ymin; the plane and the fixed
/// dofs on that of xmin and zmin.
class PlanesThatMeetTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<OnPlane>(all, find("box"), plane("xmin", {1, 0.5, 0}, 0.1));
    add<OnPlane>(all, find("box"), plane("ymin", {0, 1, 0}));
    add<Fixed>(all, find("box"), {"zmin", {"z"}});
    add<OnPlane>(all, find("box"), plane("zmin", {0, 1, 1}));  // becomes y = 0
    return all;
  }
  int numConstrained() const override { return 6 + 3 + 9 + 9; }  // x, y and z on xmin and zmin
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    along(one, u, "xmin", {1, 0.5, 0}, 0.1, violations);
    along(one, u, "ymin", {0, 1, 0}, 0.0, violations);
    along(one, u, "zmin", {0, 0, 1}, 0.0, violations);
    along(one, u, "zmin", {0, 1, 0}, 0.0, violations);
  }
};
TEST_F(PlanesThatMeetTest, isConsistent) {
  expectConsistent();
}

class OnLineTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<OnLine>(all, find("box"), {"xmin", {2, 1, 3}});
    return all;
  }
  int numConstrained() const override { return 12; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    forNodes(one, 0, "xmin", [&](std::int64_t position, const Vec3&) {
      const Vec3 across = Vec3(2, 1, 3).cross(at(one, u, 0, position));
      violations.insert(violations.end(), across.data(), across.data() + 3);
    });
  }
};
TEST_F(OnLineTest, isConsistent) {
  expectConsistent();
}

class LineInThePlaneTest : public ConditionTest {
  std::vector<Box> boxes() const override { return {{"plate", CellType::quad4, {3, 2, 0}}}; }
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<OnLine>(all, find("plate"), {"xmin", {2, 1, 0}});
    return all;
  }
  int numConstrained() const override { return 3; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    along(one, u, "xmin", {-1, 2, 0}, 0.0, violations);
  }
};
TEST_F(LineInThePlaneTest, isConsistent) {
  expectConsistent();
}

class BlockedDirectionTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<FixedDirection>(all, find("box"), {"ymax", {0, 3, 4}});
    add<FixedDirection>(all, find("box"), {"ymax", {0, 6, 8}});  // a duplicate, which is dropped
    return all;
  }
  int numConstrained() const override { return 6; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    along(one, u, "ymax", {0, 3, 4}, 0.0, violations);
  }
};
TEST_F(BlockedDirectionTest, isConsistent) {
  expectConsistent();
}

}  // namespace
}  // namespace tenon::constraint
