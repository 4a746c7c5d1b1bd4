// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "ConditionTest.hpp"
#include "constraint/dirichlet/Attachment.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/NoRotation.hpp"
#include "constraint/dirichlet/NoTranslation.hpp"
#include "constraint/dirichlet/Prescribed.hpp"

// Every projective condition of several nodes in the fixture, alone and combined with others.
namespace tenon::constraint {
namespace {

/// Mean conditions over a group of which some nodes have prescribed values or lie on planes.
class NoTranslationTest : public ConditionTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    Prescribed::Data data;
    data.group = "xmin";
    data.values[0] = 0.2;
    add<Prescribed>(all, find("box"), data);
    add<OnPlane>(all, find("box"), plane("ymin", {0, 1, 1}, 0.1));
    add<NoTranslation>(all, find("box"), {"zmin"});
    return all;
  }
  int numConstrained() const override { return 6 + 6 + 3; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    Vec3 sum = Vec3::Zero();
    forNodes(one, 0, "zmin", [&](std::int64_t position, const Vec3&) { sum += at(one, u, 0, position); });
    violations.insert(violations.end(), sum.data(), sum.data() + 3);
    along(one, u, "xmin", Vec3::UnitX(), 0.2, violations);
    along(one, u, "ymin", {0, 1, 1}, 0.1, violations);
  }
};
TEST_F(NoTranslationTest, isConsistent) {
  expectConsistent();
}

Vec3 turnOf(const std::vector<Vec3>& places, const std::vector<Vec3>& motions) {
  Vec3 centre = Vec3::Zero(), turn = Vec3::Zero();
  for (const Vec3& x : places) centre += x / static_cast<double>(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) turn += (places[i] - centre).cross(motions[i]);
  return turn;
}

/// Combination with no-translation of the same group and no-rotation of another group that shares
/// nodes with it.
class NoRotationTest : public ConditionTest {
 protected:
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<NoRotation>(all, find("box"), {"xmin"});
    add<NoTranslation>(all, find("box"), {"xmin"});
    add<NoRotation>(all, find("box"), {"ymin"});
    return all;
  }
  int numConstrained() const override { return 9; }
  void addTurn(ConditionCase& one, const Eigen::VectorXd& u, const std::string& group, Residuals& violations) const {
    std::vector<Vec3> places, motions;
    forNodes(one, 0, group, [&](std::int64_t position, const Vec3& x) {
      places.push_back(x);
      motions.push_back(at(one, u, 0, position));
    });
    const Vec3 turn = turnOf(places, motions);
    violations.insert(violations.end(), turn.data(), turn.data() + 3);
  }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    addTurn(one, u, "xmin", violations);
    addTurn(one, u, "ymin", violations);
  }
};
TEST_F(NoRotationTest, isConsistent) {
  expectConsistent();
}

class NoRotationInThePlaneTest : public NoRotationTest {
  std::vector<Box> boxes() const override { return {{"plate", CellType::quad4, {3, 2, 0}}}; }
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<NoRotation>(all, find("plate"), {"all"});
    return all;
  }
  int numConstrained() const override { return 1; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    addTurn(one, u, "all", violations);
  }
};
TEST_F(NoRotationInThePlaneTest, isConsistent) {
  expectConsistent();
}

/// Attached faces of two boxes; a few nodes are constrained in one box or the other.
class AttachmentTest : public ConditionTest {
 protected:
  std::vector<Box> boxes() const override {
    return {{"lower", CellType::hex8, {2, 1, 1}}, {"upper", CellType::hex8, {2, 1, 1}, {0, 0, 1}, {1, 1, 2}}};
  }
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    add<Fixed>(all, find("lower"), {"xmin", {"x"}});
    add<OnPlane>(all, find("lower"), plane("xmax", {1, 0, 1}, 0.1));
    add<OnPlane>(all, find("upper"), plane("ymin", {0, 1, 1}));
    Attachment::Data data;
    data.objects = {"upper", "lower"};
    data.groups = {"zmin", "zmax"};
    all.push_back(std::make_unique<Attachment>(data, find));
    return all;
  }
  // 4 + 4 and 6 at single nodes, and 18 relative displacements of the pairs
  int numConstrained() const override { return 4 + 4 + 6 + 18; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    std::vector<Vec3> motion;
    forNodes(one, 0, "zmax", [&](std::int64_t position, const Vec3&) { motion.push_back(at(one, u, 0, position)); });
    std::size_t next = 0;
    forNodes(one, 1, "zmin", [&](std::int64_t position, const Vec3&) {
      const Vec3 apart = at(one, u, 1, position) - motion[next++];
      violations.insert(violations.end(), apart.data(), apart.data() + 3);
    });
    along(one, u, "xmin", Vec3::UnitX(), 0.0, violations);
    along(one, u, "xmax", {1, 0, 1}, 0.1, violations);
  }
};
TEST_F(AttachmentTest, isConsistent) {
  expectConsistent();
}

/// A group with attached nodes whose mean displacement vanishes.
class AttachedGroupTest : public AttachmentTest {
  Conditions make(const fem::FindDomain& find) const override {
    Conditions all;
    Attachment::Data data;
    data.objects = {"lower", "upper"};
    data.nodes = {{8, 2}, {7, 1}};
    all.push_back(std::make_unique<Attachment>(data, find));
    add<NoTranslation>(all, find("lower"), {"zmax"});
    return all;
  }
  int numConstrained() const override { return 6 + 3; }
  void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& violations) const override {
    Vec3 sum = Vec3::Zero();
    forNodes(one, 0, "zmax", [&](std::int64_t position, const Vec3&) { sum += at(one, u, 0, position); });
    violations.insert(violations.end(), sum.data(), sum.data() + 3);
    for (const auto& [first, second] : {std::pair{7, 1}, {6, 0}}) {  // positions are tags - 1
      const Vec3 apart = at(one, u, 0, first) - at(one, u, 1, second);
      violations.insert(violations.end(), apart.data(), apart.data() + 3);
    }
  }
};
TEST_F(AttachedGroupTest, isConsistent) {
  expectConsistent();
}

}  // namespace
}  // namespace tenon::constraint
